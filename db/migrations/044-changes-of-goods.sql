-- Who changed units, receipts, transfers and counts (decision 129).

call log_changes_of('unit', 'unit', 'unit_id', ignored => '{unit_id,created_at}');
call log_changes_of('supplier', 'receipt', 'supplier_id', ignored => '{supplier_id,created_at}');
call log_changes_of('goods_receipt', 'receipt', 'goods_receipt_id', ignored =>
  '{goods_receipt_id,code,version,staff_name,created_at,closed_at}');
call log_changes_of('goods_receipt_line', 'receipt', 'goods_receipt_id', ignored =>
  '{goods_receipt_line_id,goods_receipt_id,pasted}');
call log_changes_of('stock_transfer', 'transfer', 'transfer_id', ignored =>
  '{transfer_id,code,version,staff_name,created_at,sent_by,sent_at,closed_by,closed_at}');
call log_changes_of('stock_transfer_line', 'transfer', 'transfer_id', ignored => '{transfer_id}');
call log_changes_of('stock_transfer_unit', 'transfer', 'transfer_id', ignored => '{transfer_id}');
call log_changes_of('stock_count', 'count', 'stock_count_id', ignored =>
  '{stock_count_id,code,version,staff_name,created_at,closed_at,approved_by,approved_at}');
call log_changes_of('stock_count_line', 'count', 'stock_count_id', ignored =>
  '{stock_count_id,counted_at,staff_name}');
call log_changes_of('stock_count_scan', 'count', 'stock_count_id', ignored => '{stock_count_id}');

-- Who assigned and called, and who changed the rules of cash on delivery.
call log_changes_of('order_call', 'order', ignored => '{order_id}');
call log_changes_of('call_attempt', 'order', ignored =>
  '{call_attempt_id,order_id,position,staff_id,staff_name,happened_at}', personal => '{note}');
call log_changes_of('cod_rule', 'cod', ignored => '{is_only,version,changed_at,changed_by}');
