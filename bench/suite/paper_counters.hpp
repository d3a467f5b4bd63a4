// Hardware counters that the papers report, by the metrics of CUPTI that have replaced them.
#pragma once

#include <string_view>

namespace fathom::program {

/// A counter of nvprof, which the papers used, by the metric that has replaced it (CUPTI's "Metrics Mapping Table").
struct paper_counter {
  std::string_view figure;  ///< name in a row's figures
  std::string_view metric;  ///< of CUPTI
  double unit;              ///< factor of the figure: 0.01 for percent, which figures have as fractions
};

/// Active threads of a warp over 32: warp_execution_efficiency.
inline constexpr paper_counter warp_efficiency{"warp_efficiency", "smsp__thread_inst_executed_per_inst_executed.pct", 0.01};
/// Bytes that loads (stores) of global memory requested, over those moved: gld_efficiency, gst_efficiency.
inline constexpr paper_counter load_efficiency{"load_efficiency", "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct",
                                               0.01};
inline constexpr paper_counter store_efficiency{"store_efficiency", "smsp__sass_average_data_bytes_per_sector_mem_global_op_st.pct",
                                                0.01};
/// Transactions of 32 bytes with global memory: gld_transactions, gst_transactions, gld_transactions_per_request.
inline constexpr paper_counter load_transactions{"load_transactions", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", 1};
inline constexpr paper_counter store_transactions{"store_transactions", "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", 1};
inline constexpr paper_counter loads_per_request{"loads_per_request",
                                                 "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio", 1};
/// Use of the load and store units: ldst_fu_utilization.
inline constexpr paper_counter load_store_utilization{"load_store_utilization",
                                                      "smsp__inst_executed_pipe_lsu.avg.pct_of_peak_sustained_active", 0.01};
/// Part of the warps' time in which they wait for loads: stall_memory_dependency, formerly stall_data_request.
inline constexpr paper_counter stalled_by_loads{"stalled_by_loads", "smsp__warp_issue_stalled_long_scoreboard_per_warp_active.pct",
                                                0.01};
/// Instructions per cycle of a multiprocessor: ipc.
inline constexpr paper_counter instructions_per_cycle{"instructions_per_cycle", "sm__inst_executed.avg.per_cycle_active", 1};

inline constexpr paper_counter all_paper_counters[] = {warp_efficiency,        load_efficiency,    store_efficiency,
                                                       load_transactions,      store_transactions, loads_per_request,
                                                       load_store_utilization, stalled_by_loads,   instructions_per_cycle};

}  // namespace fathom::program
