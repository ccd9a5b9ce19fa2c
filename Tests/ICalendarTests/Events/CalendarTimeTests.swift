import Testing

@testable import ICalendar

@Suite struct CalendarTimeTests {
    @Test func `a leap second is read as the second before, and later seconds are refused`() {
        #expect(CalendarTime("20261231T235960Z", zone: nil) == CalendarTime("20261231T235959Z", zone: nil))
        #expect(CalendarTime("20261231T235960Z", zone: nil) != nil)
        #expect(CalendarTime("20261231T235961Z", zone: nil) == nil)
    }

    @Test func `letters of a time may be small`() {
        #expect(CalendarTime("20261231t120000z", zone: nil) == CalendarTime("20261231T120000Z", zone: nil))
        #expect(CalendarTime("20261231t120000z", zone: nil) != nil)
    }

    @Test(arguments: [
        "", "2026123", "202612311", "20260:01", "2026/101", "20261301", "20261231T12000", "20261231T12000Z",
        "20261231X120000", "20261231 120000", "20261231T120000X", "20261231T1200000Z", "20261231T240000",
        "20261231T236000",
    ])
    func `a text that is not a time is refused`(text: String) {
        #expect(CalendarTime(text, zone: nil) == nil)
    }
}
