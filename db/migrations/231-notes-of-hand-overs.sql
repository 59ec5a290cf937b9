-- The parcels that were handed over on a day are listed, so that a note can be printed again.
create index parcel_event_handed_over on parcel_event (happened_at) where move = 'hand_over' and actor = 'staff';
