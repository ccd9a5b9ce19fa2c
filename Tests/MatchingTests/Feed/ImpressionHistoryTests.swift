import Matching
import OrbitModels
import Testing

@Suite struct ImpressionHistoryTests {
    private func day(_ number: Int) throws -> CalendarDay {
        try #require(CalendarDay(year: 2026, month: 3, day: number))
    }

    @Test func `a person shown is left out from the next day to the fourteenth day`() throws {
        var ledger = ImpressionHistory()
        ledger.note("noor", shownOn: try day(1))
        #expect(!ledger.isResting("noor", on: try day(1)))
        #expect(ledger.isResting("noor", on: try day(2)))
        #expect(ledger.isResting("noor", on: try day(14)))
        #expect(!ledger.isResting("noor", on: try day(15)))
        #expect(!ledger.isResting("ana", on: try day(2)))
    }

    @Test func `showing a person again does not restart the cool-down`() throws {
        var ledger = ImpressionHistory()
        ledger.note("noor", shownOn: try day(3))
        ledger.note("noor", shownOn: try day(1))
        ledger.note("noor", shownOn: try day(9))
        #expect(ledger.coolingDown(on: try day(10)) == ["noor": 5])
        #expect(ledger.coolingDown(on: try day(15)).isEmpty)
        ledger.note("noor", shownOn: try day(15))
        #expect(ledger.coolingDown(on: try day(16)) == ["noor": 13])
    }

    @Test func `a clock set back does not leave out a person`() throws {
        var ledger = ImpressionHistory()
        ledger.note("noor", shownOn: try day(20))
        #expect(!ledger.isResting("noor", on: try day(10)))
    }
}
