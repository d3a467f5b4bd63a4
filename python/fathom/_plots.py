def report_html(): pass
