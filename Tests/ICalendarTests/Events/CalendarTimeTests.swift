import Testing

@testable import ICalendar

@Suite struct CalendarTimeTests {
    @Test func `a leap second is read as the second before, and later seconds are refused`() {
        #expect(CalendarTime("20261231T235960Z", zone: nil) == CalendarTime("20261231T235959Z", zone: nil))
        #expect(CalendarTime("20261231T235960Z", zone: nil) != nil)
        #expect(CalendarTime("20261231T235961Z", zone: nil) == nil)
    }
}
