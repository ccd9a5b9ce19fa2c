import Foundation
import OrbitModels
import OrbitStore
import Trust

@testable import BackendRuntime
@testable import OrbitBackend

/// A text in a history that not all may read.
struct HistorySecret {
    /// Who may.
    enum Audience {
        /// One person, by the name that their devices go by.
        case one(String)
        /// The rater, and the person rated once both have rated or nobody can any more.
        case rating(by: UserID, named: String, of: UserID, at: MeetupID)
        /// No device: moderators alone.
        case nobody
    }

    let audience: Audience

    private static let marker = Data("Secret ".utf8)

    /// The text of the secret with a number.
    static func text(_ number: Int) -> String { "Secret \(number)." }

    /// Which secrets are in a body.
    static func numbers(in body: Data) -> Set<Int> {
        var found: Set<Int> = []
        var rest = body[...]
        while let range = rest.range(of: marker) {
            rest = rest[range.upperBound...]
            let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            if let number = Int(String(decoding: digits, as: UTF8.self)) { found.insert(number) }
        }
        return found
    }
}

extension BackendStore {
    /// Whether a rating may be known to the person rated at a time: both have rated, or it is two weeks since the meetup.
    /// Decided by what was written alone, not by what the server takes for shown.
    func mayBeKnown(_ rater: UserID, _ ratee: UserID, _ meetup: MeetupID, at now: Date) async throws -> Bool {
        try await read { reader in
            guard let end = try MeetupRecord.of(meetup, in: reader)?.plan.span.end else { return true }
            if now >= end.addingTimeInterval(14 * 86_400) { return true }
            // What both knew before one of them left, the other still knows.
            let accounts = try reader.get(AccountRecord.self, all: [rater.rawValue, ratee.rawValue])
            if accounts.count < 2 { return true }
            let keys = [
                RatingRecord.key(meetup, by: rater, of: ratee), RatingRecord.key(meetup, by: ratee, of: rater),
            ]
            return try reader.get(RatingRecord.self, all: keys).count == keys.count
        }
    }

    /// Whether a person has no account, or is suspended.
    func isAway(_ person: UserID) async throws -> Bool {
        try await read { try $0.get(AccountRecord.self, person.rawValue)?.isSuspended ?? true }
    }

    /// Whether either of two has blocked the other; of the first alone if `isOneSided`.
    func hasBlocked(_ one: UserID, _ other: UserID, isOneSided: Bool) async throws -> Bool {
        try await read { reader in
            let keys = [BlockRecord.key(one, other)] + (isOneSided ? [] : [BlockRecord.key(other, one)])
            return try !reader.get(BlockRecord.self, all: keys).isEmpty
        }
    }

    /// Whether the log of `owner` hides `person` after a position. A part that the log has forgotten counts as hiding.
    func isHidden(_ person: UserID, from owner: UserID, beyond position: LogPosition?) async throws -> Bool {
        try await read { reader in
            guard let head = try LogHead.of(owner, in: reader) else { return false }
            let heard = position?.seq ?? 0
            guard heard >= head.floor else { return true }
            guard heard < head.seq else { return false }
            return try LogEntry.list(owner, heard + 1...head.seq, in: reader).contains {
                $0.kind == .personHidden && $0.subject == person
            }
        }
    }

    /// Whether the log of a person owes them a reload.
    func owesReload() async throws -> Bool {
        try await read { try Self.isDue(OwedReload.self, in: $0, at: .distantFuture) }
    }

    /// Whether records or jobs are due that the host has not processed yet.
    func awaitsSettling(at now: Date) async throws -> Bool {
        try await read { reader in
            try FeatureSet.orbit.due.contains { try Self.isDue($0, in: reader, at: now) }
                || FeatureSet.orbit.jobs.contains { try Self.isDue($0, in: reader, at: now) }
        }
    }

    private static func isDue<Record: DueRecord>(
        _ type: Record.Type, in reader: any StoreReader, at now: Date
    ) throws -> Bool {
        try reader.count(type, type.due(at: now, limit: 1)) > 0
    }

    private static func isDue<Record: Job>(
        _ type: Record.Type, in reader: any StoreReader, at now: Date
    ) throws -> Bool {
        try reader.count(type, type.due(at: now, limit: 1)) > 0
    }
}
