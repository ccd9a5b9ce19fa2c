import Matching
import OrbitModels
import Testing

@Suite struct SeenLedgerTests {
    private func day(_ number: Int) throws -> CalendarDay {
        try #require(CalendarDay(year: 2026, month: 3, day: number))
    }

    @Test func `a person shown stays for the day, then rests, then is shown again`() throws {
        var ledger = SeenLedger()
        ledger.note("noor", shownOn: try day(1))
        #expect(!ledger.isResting("noor", on: try day(1)))
        #expect(ledger.isResting("noor", on: try day(2)))
        #expect(ledger.isResting("noor", on: try day(14)))
        #expect(!ledger.isResting("noor", on: try day(15)))
        #expect(!ledger.isResting("ana", on: try day(2)))
    }

    @Test func `being shown again does not begin the cool-down anew`() throws {
        var ledger = SeenLedger()
        ledger.note("noor", shownOn: try day(3))
        ledger.note("noor", shownOn: try day(1))
        ledger.note("noor", shownOn: try day(9))
        #expect(ledger.resting(on: try day(10)) == ["noor": 5])
        #expect(ledger.resting(on: try day(15)).isEmpty)
        ledger.note("noor", shownOn: try day(15))
        #expect(ledger.resting(on: try day(16)) == ["noor": 13])
    }

    @Test func `a clock set back makes no person rest`() throws {
        var ledger = SeenLedger()
        ledger.note("noor", shownOn: try day(20))
        #expect(!ledger.isResting("noor", on: try day(10)))
    }
}
