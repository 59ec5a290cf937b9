// The connection dies at every half millisecond instead of every sixth.
import '#shop/flows/shipment/packing-kill.test.ts'
