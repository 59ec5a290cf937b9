-- Why a company refused a credit is no business of the ledger, which nobody can erase.
drop trigger log_change on loan_application;
call log_changes_of('loan_application', 'loan', 'code', ignored =>
  '{application_id,version,customer_id,company_id,order_id,prepaid_percent,months,has_insurance,loan,lent,person_key_id,created_at,submitted_at,passed_on_at,pass_on_at,pass_on_attempts,expires_at,ended_at}',
  secret => '{secret,sealed,document_hash,reason}', events => 'update');
