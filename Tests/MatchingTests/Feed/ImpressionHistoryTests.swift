import Matching
import OrbitModels
import Testing

@Suite struct ImpressionHistoryTests {
    private func day(_ number: Int) throws -> CalendarDay {
        try #require(CalendarDay(year: 2026, month: 3, day: number))
    }

    @Test func `a person shown is left out from the next day to the fourteenth day`() throws {
        var history = ImpressionHistory()
        history.note("noor", shownOn: try day(1))
        #expect(!history.isCoolingDown("noor", on: try day(1)))
        #expect(history.isCoolingDown("noor", on: try day(2)))
        #expect(history.isCoolingDown("noor", on: try day(14)))
        #expect(!history.isCoolingDown("noor", on: try day(15)))
        #expect(!history.isCoolingDown("ana", on: try day(2)))
    }

    @Test func `showing a person again does not restart the cool-down`() throws {
        var history = ImpressionHistory()
        history.note("noor", shownOn: try day(3))
        history.note("noor", shownOn: try day(1))
        history.note("noor", shownOn: try day(9))
        #expect(history.coolingDown(on: try day(10)) == ["noor": 5])
        #expect(history.coolingDown(on: try day(15)).isEmpty)
        history.note("noor", shownOn: try day(15))
        #expect(history.coolingDown(on: try day(16)) == ["noor": 13])
    }

    @Test func `a clock set back does not leave out a person`() throws {
        var history = ImpressionHistory()
        history.note("noor", shownOn: try day(20))
        #expect(!history.isCoolingDown("noor", on: try day(10)))
    }
}
