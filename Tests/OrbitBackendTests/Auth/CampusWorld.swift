import Foundation
import NetworkingTesting
import OrbitModels
import OrbitStore
import TimeAndChance
import Validation

@testable import BackendRuntime
@testable import OrbitBackend

/// People who sign up on one store. The list of universities may differ for each of them.
final class CampusWorld: Sendable {
    struct Member: Sendable {
        let account: AccountRecord
        let domain: String
    }

    private let store = MemoryStore()
    private let clock = VirtualClock()
    private let events = EventCounts()

    /// The number of newcomers whose university already had people on several campuses.
    var joins: Int { events.count(of: .campusesJoined) }

    private func context(_ list: [University]) -> BackendContext {
        var configuration = BackendConfiguration(
            campuses: CampusRegistry(universities: list), campusTimeZone: .gmt, digest: .plainForDemonstration,
            mailTransport: { _ in })
        configuration.count = events.add
        return BackendContext(
            store: store, time: clock, random: .seeded(1), configuration: configuration, features: .orbit)
    }

    /// Signs up a new person with an address of the domain, one second after the previous person.
    func join(_ domain: String, under list: [University]) async throws -> Member {
        clock.advance(by: .seconds(1))
        let context = context(list)
        let address = try context.campusAddress("a@\(domain)")
        let account = try await context.commit(at: clock.date) { transaction in
            let account = try AccountRecord(
                id: UserID("user \(transaction.now.milliseconds)"), address, context, in: transaction)
            try transaction.put(account)
            return account
        }
        return Member(account: account, domain: domain)
    }

    /// Returns the account after another sign-in.
    func confirm(_ member: Member, under list: [University]) async throws -> AccountRecord {
        let context = context(list)
        guard let address = try? context.campusAddress("a@\(member.domain)") else { return member.account }  // refused
        return try await context.commit(at: clock.date) { try member.account.confirming(address, context, in: $0) }
    }
}

extension University {
    init(_ name: String, _ domains: String...) {
        self.init(name: name, country: "", alphaTwoCode: "", domains: domains)
    }
}
