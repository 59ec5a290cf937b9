-- The province has been called Huế since 2025-01-01 (175/2024/QH15). The number and the address stay.
update province set name = 'Huế' where province_id = 57 and name = 'Thừa Thiên Huế';
