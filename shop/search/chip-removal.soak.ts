// Tries every phrase of the shop.
import '#shop/search/chip-removal.test.ts'
