import Auth
import BackendRuntime
import Connections
import Foundation
import Networking
import OrbitModels
import OrbitStore
import Presentation
import TimeAndChance

/// The comparison of the devices with the server, once everything has arrived.
extension World {
    /// Compares lists, logs and acknowledged actions with the server.
    func compare() async {
        do {
            for device in devices {
                guard let app = device.app, let user = app.user else { continue }
                try await compareLists(of: user, on: device, session: app.session)
                try await compareLog(of: user, on: device)
            }
            for resident in residents {
                try await checkLog(of: resident.id)
                try await checkEffects(of: resident.id)
            }
        } catch {
            findings.require(false, "comparison", "the server has refused a request: \(error)")
        }
    }

    private func compareLists(of user: UserModels, on device: Device, session: CurrentSession) async throws {
        guard let transport = server.directTransport(origin: "10.1.0.\(device.number + 1)") else { return }
        let client = APIClient(
            server: address, transport: transport, middleware: [AuthMiddleware(session: session)],
            time: DeviceClock(time: time, process: ProcessLife()), random: .seeded(takeSeed()))
        // A refresh that began before the faults stopped may never get a response. The next request begins another one.
        do {
            _ = try await PokeService(client: client).incoming(limit: 1)
        } catch {
            findings.note("the comparison waited for a request that failed: \(error)")
        }
        try await compareChat(of: user, on: device, client: client)
        let (pokes, matches) = (PokeService(client: client), MatchService(client: client))
        let blocks = BlockService(client: client)
        try await compare("incoming pokes", user.pokes.incoming, on: device) {
            try await pokes.incoming(limit: 100).value.list.elements
        }
        try await compare("outgoing pokes", user.pokes.outgoing, on: device) {
            try await pokes.outgoing(limit: 100).value.list.elements
        }
        try await compare("matches", user.matches.matches, on: device) {
            try await matches.matches(limit: 100).value.list.elements
        }
        try await compare("blocks", user.blocks.blocked, on: device) {
            try await blocks.blocked(limit: 100).value.list.elements.map(\.withoutName)
        } normalised: {
            $0.withoutName
        }
    }

    /// Compares a list that the device has loaded.
    func compare<Element: Identifiable & Equatable & Sendable>(
        _ name: String, _ list: PagedList<Element>, on device: Device,
        _ truth: @MainActor () async throws -> [Element], normalised: (Element) -> Element = { $0 }
    ) async throws where Element.ID: Comparable & Sendable {
        if case .idle = list.items { return }
        let truth = try await truth()
        // No suspension from here on, because a list may load by itself.
        let shown: [Element]
        switch list.items {
        case .idle: return
        case .empty: shown = []
        case .loaded(let elements): shown = elements.map(normalised)
        case .loading, .failed:
            return findings.require(false, "lists", "device \(device.number) has not loaded its \(name)")
        }
        let expected = list.hasMore ? Array(truth.prefix(shown.count)) : truth
        findings.require(
            shown == expected, "lists",
            "device \(device.number) shows \(shown.count) \(name), and the server has \(truth.count): "
                + "\(shown.map(\.id)) instead of \(expected.map(\.id))")
    }

    /// Compares the folded events with the server's log (I7).
    private func compareLog(of user: UserModels, on device: Device) async throws {
        guard let head = try await server.store.logPosition(of: user.owner), head == user.witness.end else { return }
        let stored = try await server.store.logEntries(of: user.owner)
        for entry in stored {
            guard let kind = user.witness.events[entry.seq], entry.kind != .void else { continue }
            findings.require(
                kind == entry.kind || kind == .void, "I7",
                "device \(device.number) has folded \(kind.rawValue) as event \(entry.seq), which is \(entry.kind.rawValue)"
            )
        }
    }

    /// Checks that the server's log of a person has no gap (I7), and no event about a person whom a block hides.
    ///
    /// A device recovers from a gap by a reload, and the server filters what a device reads. So neither is visible on
    /// the wire.
    private func checkLog(of owner: UserID) async throws {
        let lost = try await server.store.lostEventCount(of: owner)
        findings.require(lost == 0, "I7", "the log of a person has lost \(lost) events")
        for entry in try await server.store.logEntries(of: owner) where entry.kind != .personHidden {
            guard let subject = entry.subject else { continue }
            findings.require(
                !wire.blocks.hides(owner, subject), "blocks",
                "the log still has \(entry.kind.rawValue) about a person whom a block hides from its owner")
        }
    }

    /// The effects that an action has at most once.
    private static let singleEffects: Set<EventKind> = [.pokeSent, .matchMade, .blockAdded]

    /// Checks that each acknowledged poke has its effect (O1), and that no action has its effect twice (O2).
    private func checkEffects(of owner: UserID) async throws {
        guard !shortenedLogs.contains(owner) else { return }
        let entries = try await server.store.logEntries(of: owner)
        var effects: [String: Int] = [:]
        for entry in entries {
            guard let action = entry.action, Self.singleEffects.contains(entry.kind) else { continue }
            effects["\(action) \(entry.kind.rawValue)", default: 0] += 1
        }
        for (effect, count) in effects {
            findings.require(count == 1, "O2", "\(effect.split(separator: " ").last ?? "") happened \(count) times")
        }
        for pair in donePokes where pair.from == owner && !wire.blocks.hasSeparated(pair.from, pair.to) {
            let isThere = entries.contains { entry in
                entry.subject == pair.to && (entry.kind == .pokeSent || entry.kind == .matchMade)
            }
            findings.require(isThere, "O1", "the server has acknowledged a poke and forgotten it")
        }
    }
}

extension BlockedPerson {
    /// The block without the name, which the device may know from elsewhere, and with the time of the server.
    fileprivate var withoutName: BlockedPerson {
        var block = self
        block.name = nil
        return block
    }
}
