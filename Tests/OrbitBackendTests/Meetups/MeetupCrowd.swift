import Auth
import Foundation
import Meetups
import NetworkingTesting
import OrbitDemo
import OrbitModels
import OrbitStore
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

extension TestServer {
    /// Stores people who are signed in, because so many requests to sign in would take longer than the race.
    func crowd(_ count: Int) async throws -> [Member] {
        let users = try await CampusSeed(people: count, seed: 3).populate(store, time: clock)
        let now = clock.date
        return try await store.transaction { transaction in
            try users.map { user in
                var account = try #require(try transaction.get(AccountRecord.self, user.id.rawValue))
                let json = try JSONEncoder().encode(account)
                var object = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
                object["campus"] = "stanford.edu"
                account = try JSONDecoder().decode(
                    AccountRecord.self, from: JSONSerialization.data(withJSONObject: object))
                try account.save(in: transaction)
                let grant = try Sessions(context: backend.context)
                    .begin(for: user.id, isNewUser: false, transaction, now)
                return Member(address: user.email, id: user.id, token: grant.accessToken)
            }
        }
    }

    /// Makes people attend, without requests of their own.
    func attend(_ meetup: MeetupID, _ guests: [Member]) async throws {
        let (context, now) = (backend.context, clock.date)
        try await store.transaction { engine in
            let transaction = LogTransaction(engine, now: now, features: .orbit) { "epoch" }
            var book = AttendanceLedger(
                of: try #require(try MeetupRecord.of(meetup, in: transaction)), context, in: transaction)
            for guest in guests { try book.perform(.join, try book.guest(guest.id)) }
            try book.commit()
            try transaction.close()
        }
    }

    /// The kinds of events in a person's log, oldest first.
    func kinds(in log: UserID) async throws -> [EventKind] {
        try await store.read { reader in
            guard let head = try LogHead.of(log, in: reader), head.seq > 0 else { return [] }
            return try LogEntry.list(log, 1...head.seq, in: reader).map(\.kind)
        }
    }
}
