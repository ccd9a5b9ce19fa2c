import Foundation
import OrbitModels
import OrbitStore
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// The limits of the records that suggestions depend on.
@Suite struct PreferenceRecordTests {
    @Test func `less-like feedback keeps the latest 100 people, and its repetition changes nothing`() {
        var preferences = PreferenceRecord(userID: "maya")
        for number in 0...100 { _ = preferences.showLess(like: UserID("\(number)"), hasPoked: false) }
        #expect(preferences.lessLike == (1...100).reversed().map { UserID("\($0)") })
        var changes = [
            preferences.showLess(like: "100", hasPoked: false), preferences.undoShowLess(like: "0"),
            preferences.undoShowLess(like: "101"),
        ]
        #expect(changes == [false, false, false] && preferences.lessLikeVersion == 101)
        changes = [preferences.showLess(like: "1", hasPoked: false), preferences.undoShowLess(like: "100")]
        #expect(changes == [true, true] && preferences.lessLikeVersion == 103)
        #expect(preferences.lessLike.first == "1" && preferences.lessLike.count == 99)
    }

    @Test func `feedback on the sender of a poke keeps nobody apart until it is given without a poke`() {
        var preferences = PreferenceRecord(userID: "maya")
        _ = preferences.showLess(like: "liam", hasPoked: true)
        #expect(preferences.keptApart == [])
        // The feedback is withdrawn.
        _ = preferences.undoShowLess(like: "liam")
        _ = preferences.showLess(like: "liam", hasPoked: false)
        #expect(preferences.keptApart == ["liam"])
        // The feedback is older than the poke.
        _ = preferences.showLess(like: "ana", hasPoked: false)
        _ = preferences.showLess(like: "liam", hasPoked: true)
        #expect(preferences.keptApart == ["liam", "ana"])
        // The feedback is replaced by that on 100 other people.
        _ = preferences.showLess(like: "noor", hasPoked: true)
        for number in 0..<100 { _ = preferences.showLess(like: UserID("\(number)"), hasPoked: false) }
        _ = preferences.showLess(like: "noor", hasPoked: false)
        #expect(preferences.keptApart.first == "noor")
    }

    @Test func `at most 1,000 people shown on a day are stored`() async throws {
        let (store, now) = (MemoryStore(), Date(timeIntervalSince1970: 1_800_000_000))
        let day = CalendarDay(now, in: .gmt)
        for range in [0..<999, 990..<1_001] {
            try await store.transaction { transaction in
                let people = range.map { UserID("\($0)") }
                try SeenRecord.note(people, shownTo: "maya", on: day, in: transaction, now: now)
            }
        }
        let stored = try await store.read {
            try $0.list(SeenRecord.self, IndexQuery(IndexEntry.expiryIndex)).flatMap(\.people)
        }
        #expect(stored == (0..<1_000).map { UserID("\($0)") })
    }
}
