SearchProgram = SuperstepProgram = compile_program = compile_search = None
