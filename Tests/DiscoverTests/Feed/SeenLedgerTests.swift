import Discover
import OrbitModels
import Testing

@Suite struct SeenLedgerTests {
    private func day(_ number: Int) throws -> CalendarDay {
        try #require(CalendarDay(year: 2026, month: 3, day: number))
    }

    @Test func `whoever was shown stays for the day, then rests, then comes round again`() throws {
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

    @Test func `a clock set back brings nobody to rest`() throws {
        var ledger = SeenLedger()
        ledger.note("noor", shownOn: try day(20))
        #expect(!ledger.isResting("noor", on: try day(10)))
    }

    @Test func `the honest end of a list has words`() {
        #expect(
            Resting(people: 1, days: 1).phrase
                == "No one new today. Someone you have seen comes round again tomorrow.")
        #expect(
            Resting(people: 12, days: 3).phrase
                == "No one new today. 12 people you have seen come round again, the first in 3 days.")
    }
}
