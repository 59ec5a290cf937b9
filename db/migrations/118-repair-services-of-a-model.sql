-- A model may have two services of one kind, such as a quick one beside a cheap one. Pages list the services of a model.
alter table repair_service drop constraint repair_service_device_kind_model_name_part_code_key;
create index repair_service_by_model on repair_service (device_kind, model_name);
