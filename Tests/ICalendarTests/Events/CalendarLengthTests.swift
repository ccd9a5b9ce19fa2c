import Testing

@testable import ICalendar

@Suite struct CalendarLengthTests {
    @Test(arguments: [
        (0, 0, "PT0S"), (1, 0, "P1D"), (0, 1, "PT1S"), (0, 60, "PT1M"), (0, 61, "PT1M1S"), (0, 3_600, "PT1H"),
        (0, 3_601, "PT1H0M1S"), (0, 3_660, "PT1H1M"), (2, 59, "P2DT59S"), (1, 86_400, "P1DT24H"),
    ])
    func `a length is written with its units that are not zero`(days: Int, seconds: Int, text: String) {
        let length = CalendarLength(days: days, seconds: seconds)
        #expect(length.text == text)
        #expect(CalendarLength(text) == length)
    }

    @Test(arguments: [
        ("+P2W", 14, 0), ("p1dt2h", 1, 7_200), ("P1W1DT1H1M1S", 8, 3_661), ("PT1H2M3S", 0, 3_723),
        ("P999999999D", 3_652_425, 0),
    ])
    func `weeks, small letters and a plus are read`(text: String, days: Int, seconds: Int) {
        #expect(CalendarLength(text) == CalendarLength(days: days, seconds: seconds))
    }

    @Test(arguments: [
        "", "+", "P", "PT", "-PT1H", "T1H", "1D", "PD", "P1", "P1H", "PT1D", "PT1HT1M", "P1.5D", "P1000000000D",
        "P1DT1H1M1S1S1S",
    ])
    func `a text that is not a length is refused`(text: String) {
        #expect(CalendarLength(text) == nil)
    }

    @Test func `a length is clamped to zero and 10,000 years`() {
        let none = CalendarLength(days: -1, seconds: -1)
        #expect(none.days == 0 && none.seconds == 0)
        let longest = CalendarLength(days: 3_652_426, seconds: 315_569_520_001)
        #expect(longest.days == 3_652_425 && longest.seconds == 315_569_520_000)
    }
}
