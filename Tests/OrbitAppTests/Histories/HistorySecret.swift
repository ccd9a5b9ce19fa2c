import Foundation
import OrbitModels
import OrbitStore
import Trust

@testable import BackendRuntime
@testable import OrbitBackend

/// A text in a history that only some people may read.
struct HistorySecret {
    /// The people who may read a secret.
    enum Audience {
        /// A person, by the name of their devices.
        case one(String)
        /// The rater, and the person rated once both have rated or can no longer rate.
        case rating(by: UserID, named: String, of: UserID, at: MeetupID)
        /// No device. Only moderators may read the text.
        case nobody
    }

    let audience: Audience

    private static let marker = Data("Secret ".utf8)

    /// The text of the secret with a number.
    static func text(_ number: Int) -> String { "Secret \(number)." }

    /// Returns the numbers of the secrets in a body.
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
    /// Whether a rating may be known to the person rated: both have rated, or two weeks have passed since the meetup.
    ///
    /// The result depends on the stored ratings, and not on the server's own decision about disclosure.
    func mayBeKnown(_ rater: UserID, _ ratee: UserID, _ meetup: MeetupID, at now: Date) async throws -> Bool {
        try await read { reader in
            guard let end = try MeetupRecord.of(meetup, in: reader)?.plan.span.end else { return true }
            if now >= end.addingTimeInterval(14 * 86_400) { return true }
            // A rating that both people knew before an account was deleted is still known to the remaining person.
            let accounts = try reader.get(AccountRecord.self, all: [rater.rawValue, ratee.rawValue])
            if accounts.count < 2 { return true }
            let keys = [
                RatingRecord.key(meetup, by: rater, of: ratee), RatingRecord.key(meetup, by: ratee, of: rater),
            ]
            return try reader.get(RatingRecord.self, all: keys).count == keys.count
        }
    }

    /// Whether a person has no account or is suspended.
    func isAway(_ person: UserID) async throws -> Bool {
        try await read { try $0.get(AccountRecord.self, person.rawValue)?.isSuspended ?? true }
    }

    /// Whether `one` has blocked `other`, or, unless `isOneSided`, `other` has blocked `one`.
    func hasBlocked(_ one: UserID, _ other: UserID, isOneSided: Bool) async throws -> Bool {
        try await read { reader in
            let keys = [BlockRecord.key(one, other)] + (isOneSided ? [] : [BlockRecord.key(other, one)])
            return try !reader.get(BlockRecord.self, all: keys).isEmpty
        }
    }

    /// Whether the log of `owner` hides `person` after a position; `true` if later events are no longer in the log.
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

    /// Whether the server owes a reload to any person.
    func owesReload() async throws -> Bool {
        try await read { try Self.isDue(PendingReload.self, in: $0, at: .distantFuture) }
    }

    /// Whether records or jobs are due that the backend has not processed yet.
    func awaitsSettling(at now: Date) async throws -> Bool {
        try await read { reader in
            try FeatureSet.orbit.due.contains { try Self.isDue($0, in: reader, at: now) }
                || FeatureSet.orbit.jobs.contains { try Self.isDue($0, in: reader, at: now) }
        }
    }

    private static func isDue<Record: ScheduledRecord>(
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
