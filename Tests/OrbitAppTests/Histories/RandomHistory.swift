import Auth
import BackendRuntime
import Connections
import Discover
import Foundation
import Matching
import Networking
import NetworkingTesting
import OrbitBackend
import OrbitDemo
import OrbitModels
import OrbitStore
import Profiles
import Safety
import Testing
import TimeAndChance
import Trust
import Validation

@testable import Presentation

/// Four people on up to five devices who take random actions over an unreliable network, reproducible by seed.
///
/// A history contains:
/// - pages and actions whose responses are lost or late
/// - slices of the log that arrive late, twice or out of order
/// - reconnects and blocks
/// - a log that loses old events, or no log
@MainActor final class RandomHistory {
    /// The extent of the logs that the server keeps.
    enum Logs {
        case all
        /// Events that a device has not received are removed now and then. The device then reloads everything.
        case recent
        /// No logs. Each person has a single device, because no event would notify a second device.
        case none
    }

    let logs: Logs
    let clock: VirtualClock
    private(set) var devices: [HistoryDevice] = []
    /// The people who decide reports and appeals.
    private(set) var moderators: [HistoryModerator] = []
    /// The actions so far, for the failure report.
    private(set) var steps: [String] = []
    let hasPlans: Bool
    /// The people with an account, with the profiles that other people know.
    var people: [UserID: Person] = [:]
    /// The owner of each device.
    private(set) var owners: [UserID] = []
    /// All people who ever had an account.
    private(set) var everyone: Set<UserID> = []
    /// The texts that only some people may read, by number.
    var secrets: [HistorySecret] = []
    /// The secrets of ratings that the person rated may know by now.
    var known: Set<Int> = []
    /// The people that a person has ever muted.
    var muted: [UserID: Set<UserID>] = [:]
    /// The decisions that moderators have made.
    var decided: [DecisionID] = []
    let store: any BackendStore
    var random: SplitMix64
    let backend: OrbitBackend
    private let names: [String]
    private var isReliable = true
    private var late: [Task<Void, Never>] = []
    private var made: UInt64 = 0

    /// Creates two devices of Maya, or a single device without logs, and a device for each of three other people.
    ///
    /// - Parameters:
    ///   - hasPlans: Whether people also plan meetups, with all consequences such as ratings and moderation.
    ///   - unlocks: The permissions of each trust level to host and invite. A refusal is a regular outcome.
    ///   - store: An empty store.
    init(
        seed: UInt64, logs: Logs = .all, hasPlans: Bool = true, unlocks: TrustUnlocks = .everything,
        on store: any BackendStore = MemoryStore()
    ) async throws {
        self.logs = logs
        self.hasPlans = hasPlans
        self.store = store
        random = SplitMix64(seed: seed)
        let clock = VirtualClock.selfAdvancing(upTo: .seconds(2))
        self.clock = clock
        var configuration = OrbitBackend.Configuration.demonstration()
        let moderators = hasPlans ? ["mod", "mina"] : []
        configuration.unlocks = unlocks
        configuration.moderators = try moderators.map { try EmailAddress("\($0)@orbit.example") }
        backend = OrbitBackend(store: store, time: clock, random: .seeded(seed), configuration: configuration)
        names = (logs == .none ? [] : ["maya"]) + ["maya", "liam", "noor", "zoe"]
        for name in names {
            let device = try makeDevice(name)
            devices.append(device)
            clock.advance(by: .seconds(61))
            #expect(try await device.signIn() == nil)
            let person = try await device.completeProfile()
            people[person.id] = person
            owners.append(person.id)
        }
        everyone = Set(owners)
        for (place, name) in moderators.enumerated() {
            clock.advance(by: .seconds(61))
            self.moderators.append(try HistoryModerator(name, number: UInt64(place), on: backend, clock: clock))
        }
        resume()
    }

    private func makeDevice(_ name: String) throws -> HistoryDevice {
        made += 1
        return try HistoryDevice(name, number: made, on: backend, hasLog: logs != .none, clock: clock)
    }

    /// Signs a person in again after the end of their session, on a device without state. A suspended person reads the
    /// reason.
    ///
    /// - Returns: Whether the person is signed in.
    @discardableResult func comeBack(on index: Int) async throws -> Bool {
        devices[index].transport.setReliable(true)
        clock.advance(by: .seconds(61))
        let device = try makeDevice(names[index])
        do {
            if let code = try await device.signIn() {
                note("\(index) is suspended")
                try await readSuspension(with: code, on: device, of: owners[index])
                return false
            }
        } catch let error as APIError where error.problem?.code == .rateLimited {
            return false
        }
        let person = try await device.completeProfile()
        if people[person.id] == nil { people[owners[index]] = nil }
        people[person.id] = person
        owners[index] = person.id
        everyone.insert(person.id)
        devices[index] = device
        note("\(index) is back as \(person.id)")
        device.transport.setReliable(isReliable)
        return true
    }

    /// Returns the devices with a session, as far as the devices know.
    func present() async -> [Int] {
        var found: [Int] = []
        for (index, device) in devices.enumerated() where await !device.isSignedOut { found.append(index) }
        return found
    }

    /// Replaces the known profiles by the profiles that the server shows now.
    func reloadKnownProfiles() async throws {
        for (index, device) in devices.enumerated() {
            for other in people.keys where other != owners[index] {
                // A blocked person can be neither seen nor poked.
                guard let person = try? await ProfileService(client: device.truth).person(other).value else { continue }
                people[other] = person
            }
        }
    }

    /// Takes a random action on a device.
    ///
    /// - Parameter index: The index of the device; `nil` selects a random device.
    func step(on index: Int? = nil) async throws {
        let index = index ?? Int.random(in: 0..<devices.count, using: &random)
        let device = devices[index]
        if await device.isSignedOut {
            note("\(index) comes back")
            try await comeBack(on: index)
            return
        }
        let others = people.keys.sorted().filter { $0 != owners[index] }
        let other = try #require(others.randomElement(using: &random))
        let person = try #require(people[other])
        if hasPlans {
            do {
                switch Int.random(in: 0..<10, using: &random) {
                case 0, 1, 2: return try await plan(on: index, with: other)
                case 3, 4, 5: return try await useSafety(on: index, about: other)
                default: break
                }
            } catch is AuthError {
                return  // the server has ended a session
            }
        }
        let choice = Int.random(in: 0..<(logs == .recent ? 26 : 24), using: &random)
        steps.append("\(index) \(choice) \(other)")
        switch choice {
        case 0, 1, 2:
            await perform(on: device) { await device.pokes.send(to: person, note: .hello) }
        case 3, 4, 5:
            guard let poke = device.pokes.incoming.known.randomElement(using: &random) else { return }
            await perform(on: device) { await device.pokes.accept(poke) }
        case 6:
            guard let poke = device.pokes.incoming.known.randomElement(using: &random) else { return }
            await perform(on: device) { await device.pokes.decline(poke) }
        case 7:
            guard let poke = device.pokes.outgoing.known.randomElement(using: &random) else { return }
            await perform(on: device) { await device.pokes.withdraw(poke) }
        case 8: await perform(on: device) { await device.pokes.clear(.from(other)) }
        case 9:
            guard let match = device.matches.matches.known.randomElement(using: &random) else { return }
            await perform(on: device) { await device.matches.disconnect(match) }
        case 10: await perform(on: device) { await device.blocks.block(other, name: person.profile.name) }
        case 11, 12:
            guard let blocked = device.blocks.blocked.known.randomElement(using: &random) else { return }
            await perform(on: device) { await device.blocks.unblock(blocked.userID) }
        case 13: await perform(on: device) { await device.today.load() }
        case 14:
            let isPaused = device.today.isPaused == true
            await perform(on: device) { _ = isPaused ? await device.today.resume() : await device.today.pause() }
        case 15:
            device.profile.draft.bio = "Bio \(steps.count)"
            await perform(on: device) { await device.profile.save() }
        case 16:
            device.dealbreakers.draft.freeTime = FreeTimeLevel(sharedHours: .random(in: 0...8, using: &random))
            await perform(on: device) { await device.dealbreakers.save() }
        case 17, 18: await load(on: device)
        case 19, 20, 21: try await hear(on: device)
        case 22: device.transport.releaseOne()
        case 24, 25:
            let share = Double.random(in: 0...1, using: &random)
            try await store.forget(share, ofLogOf: owners[index])
        default:
            let hours = [1, 10, 30, 100].randomElement(using: &random) ?? 1
            clock.advance(by: .seconds(hours * 3_600))
        }
    }

    /// Returns the failure report: the findings, and the actions before them.
    func failureReport(of findings: [String], seed: UInt64) -> String {
        let owners = zip(names, owners).map { "\($0) is \($1)" }
        return (["seed \(seed), logs \(logs), \(clock.date), \(owners)"] + findings + steps.suffix(60)).joined(
            separator: "\n")
    }

    func note(_ step: String) { steps.append(step) }

    private func load(on device: HistoryDevice) async {
        let pick = Int.random(in: 0..<8, using: &random)
        await perform(on: device) {
            switch pick {
            case 0: await device.pokes.incoming.load()
            case 1: await device.pokes.outgoing.load()
            case 2: await device.matches.matches.load()
            case 3: await device.blocks.blocked.load()
            case 4: await device.pokes.outgoing.loadMore()
            case 5: await device.matches.matches.loadMore()
            case 6: await device.dealbreakers.load()
            default: await device.profile.load()
            }
        }
    }

    /// Returns descriptions of blocked or absent people that a device shows although its log has hidden them.
    ///
    /// A page may be newer than the log of the device. Such a page may show a person whose block was lifted and set
    /// again meanwhile.
    func revealed() async throws -> [String] {
        var found: [String] = []
        for (index, device) in devices.enumerated() {
            // Without a log, a device is not notified of actions of other people.
            for person in device.revealedPeople {
                let isBlocked = try await store.hasBlocked(owners[index], person, isOneSided: logs == .none)
                let isAway = logs == .none ? false : try await store.isAway(person)
                guard isBlocked || isAway else { continue }
                let position = device.log.position
                if try await store.isHidden(person, from: owners[index], beyond: position) { continue }
                found.append(
                    "device \(index) shows \(person), who is hidden: \(device.places(of: person)), log \(device.log.position?.seq ?? -1)"
                )
            }
        }
        return found
    }

    /// Delivers the next slice of the log, delivers an earlier slice again, or reads a slice for a later delivery.
    private func hear(on device: HistoryDevice) async throws {
        if logs == .none { return await load(on: device) }
        let way = Int.random(in: 0..<4, using: &random)
        if way == 3 {
            if let slice = device.slices.randomElement(using: &random) { device.log.receive(slice) }
            return
        }
        do {
            guard let slice = try await device.readLog() else { return }
            if way == 2 { device.slices.append(slice) } else { device.log.receive(slice) }
        } catch is AuthError {
            return  // the server has ended the session
        }
    }

    /// Performs the work at once, or delays its response.
    func perform<Outcome>(on device: HistoryDevice, _ work: @escaping @MainActor () async -> Outcome) async {
        guard Int.random(in: 0..<4, using: &random) == 0 else {
            _ = await work()
            return
        }
        let (signals, signal) = AsyncStream.makeStream(of: Void.self)
        device.transport.holdNext { signal.yield() }
        late.append(
            Task {
                _ = await work()
                signal.yield()
            })
        for await _ in signals { break }
        device.transport.stopHolding()
    }

    /// Makes the network reliable, and delivers all late responses.
    func deliverLateResponses() async {
        isReliable = true
        for device in devices { device.transport.setReliable(true) }
        for task in late { await task.value }
        late = []
    }

    /// Makes the network reliable, delivers all events, and signs people in again whose session has ended.
    func settle() async throws {
        await deliverLateResponses()
        if hasPlans { try await letTimeSettle() }
        for index in devices.indices { try await hearAll(on: index) }
        guard let first = await present().first else { return }
        // The first request of a day computes the pairing. This must not happen between two comparisons.
        _ = try await MatchService(client: devices[first].truth).today()
        for index in await present() { try await hearAll(on: index) }
    }

    private func hearAll(on index: Int) async throws {
        do {
            try await hearAll(on: devices[index])
        } catch {
            guard await devices[index].isSignedOut else { throw error }
            if try await comeBack(on: index) { try await hearAll(on: devices[index]) }
        }
    }

    private func hearAll(on device: HistoryDevice) async throws {
        device.slices = []
        if logs == .none {
            _ = try await ProfileService(client: device.truth, random: .seeded(1)).me()
            await device.refresh()
            return
        }
        for _ in 0..<3 {
            var isNew = false
            while let slice = try await device.readLog(),
                slice.isResync || !slice.events.isEmpty || device.log.position == nil
            {
                isNew = true
                device.log.receive(slice)
            }
            device.log.connectionDidRestore()
            await device.log.refreshesEnd()
            if !isNew { return }
        }
    }

    func resume() {
        isReliable = false
        for device in devices { device.transport.setReliable(false) }
    }
}
