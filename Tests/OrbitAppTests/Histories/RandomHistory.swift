import Connections
import Discover
import Foundation
import Matching
import Networking
import NetworkingTesting
import OrbitBackend
import OrbitModels
import Presentation
import Profiles
import Testing
import TimeAndChance

/// Four people on up to five devices who do whatever comes to mind over a bad network, the same for the same seed: pages
/// and actions whose responses are lost or late, slices of the log that come late, twice or out of order, reconnects,
/// blocks, and a log that forgets or that there is none of.
@MainActor final class RandomHistory {
    /// What the server keeps of people's logs.
    enum Logs {
        case all
        /// Now and then what a device has not heard of yet is gone: it has to load everything again.
        case recent
        /// Each person has one device: no other tells it of anything.
        case none
    }

    let logs: Logs
    let clock: VirtualClock
    let devices: [HistoryDevice]
    /// What was done, to tell what led to a failure.
    private(set) var steps: [String] = []
    let hasPlans: Bool
    private var people: [UserID: Person]
    let owners: [UserID]
    let store = MemoryStore()
    var random: SplitMix64
    private var late: [Task<Void, Never>] = []

    /// Two devices of Maya, or one, and one each of three others.
    ///
    /// - Parameter hasPlans: whether people meet as well.
    init(seed: UInt64, logs: Logs = .all, hasPlans: Bool = true) async throws {
        self.logs = logs
        self.hasPlans = hasPlans
        random = SplitMix64(seed: seed)
        let clock = VirtualClock.selfAdvancing(upTo: .seconds(2))
        self.clock = clock
        let backend = OrbitBackend(
            store: store, time: clock, random: .seeded(seed), configuration: .demonstration())
        let names = (logs == .none ? [] : ["maya"]) + ["maya", "liam", "noor", "zoe"]
        devices = try names.enumerated().map {
            try HistoryDevice($1, number: UInt64($0 + 1), on: backend, hasLog: logs != .none, clock: clock)
        }
        var (people, owners): ([UserID: Person], [UserID]) = ([:], [])
        for device in devices {
            clock.advance(by: .seconds(61))
            device.transport.setReliable(true)
            try await device.signIn()
            await device.profile.load()
            if device.profile.saved.value?.profile == nil {
                device.profile.draft = Profile(
                    name: device.name.capitalized, birthMonth: BirthMonth("2006-03"),
                    location: Location(city: "Ithaca"),
                    interests: ["music", "travel", "gaming"].map { Interest($0) })
                device.profile.draft.socialPreferences = SocialPreferences(
                    groupSize: .small, meetingFrequency: .weekly, preferredTimes: [.evenings])
                #expect(await device.profile.save() == .done)
            }
            let mine = try #require(device.profile.saved.value)
            people[mine.userID] = Person(id: mine.userID, profile: try #require(mine.profile))
            owners.append(mine.userID)
        }
        (self.people, self.owners) = (people, owners)
        for device in devices { device.transport.setReliable(false) }
    }

    /// What people know of each other from now on is what the server shows of them.
    func meet() async throws {
        for (index, device) in devices.enumerated() {
            for other in people.keys where other != owners[index] {
                // Whoever is blocked can be neither seen nor poked.
                guard let person = try? await ProfileService(client: device.truth).person(other).value else { continue }
                people[other] = person
            }
        }
    }

    /// Does one thing on one of the devices.
    ///
    /// - Parameter index: on which; `nil` for any.
    func step(on index: Int? = nil) async throws {
        let index = index ?? Int.random(in: 0..<devices.count, using: &random)
        let device = devices[index]
        let others = people.keys.sorted().filter { $0 != owners[index] }
        let other = try #require(others.randomElement(using: &random))
        let person = try #require(people[other])
        if hasPlans, Int.random(in: 0..<5, using: &random) < 2 { return try await plan(on: index, with: other) }
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
            device.dealbreakers.draft.sharedHours = Int.random(in: 0...3, using: &random)
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

    /// Who can be seen on a device after it has heard of a block that still stands. (A page may be newer than what the
    /// device has heard, and show a person whose block was lifted meanwhile.)
    func revealed() async throws -> [String] {
        var found: [String] = []
        for (index, device) in devices.enumerated() {
            for person in device.revealedPeople where try await isBlocked(person, owners[index]) {
                found.append(
                    "device \(index) shows \(person), who is blocked: \(device.places(of: person)), log \(device.log.position?.seq ?? -1)"
                )
            }
        }
        return found
    }

    private func isBlocked(_ one: UserID, _ other: UserID) async throws -> Bool {
        // Without a log no device hears of what others have done.
        for (blocker, blocked) in logs == .none ? [(other, one)] : [(one, other), (other, one)] {
            guard let index = owners.firstIndex(of: blocker) else { continue }
            let blocks = try await BlockService(client: devices[index].truth).blocked(limit: 100).value.list
            if blocks.elements.contains(where: { $0.userID == blocked }) { return true }
        }
        return false
    }

    /// Slices of the log arrive: the next one, or an earlier one once more; or one is read and comes later.
    private func hear(on device: HistoryDevice) async throws {
        if logs == .none { return await load(on: device) }
        switch Int.random(in: 0..<4, using: &random) {
        case 0, 1: if let slice = try await device.readLog() { device.log.receive(slice) }
        case 2: if let slice = try await device.readLog() { device.slices.append(slice) }
        default: if let slice = device.slices.randomElement(using: &random) { device.log.receive(slice) }
        }
    }

    /// Does it at once, or lets its response come later.
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

    /// The network works again, and whatever was late arrives.
    func arrive() async {
        for device in devices { device.transport.setReliable(true) }
        for task in late { await task.value }
        late = []
    }

    /// The network works again, and every device hears everything.
    func settle() async throws {
        await arrive()
        // The day's pairing is done by the first who asks; it must not come between two comparisons.
        _ = try await MatchService(client: devices[0].truth).today()
        if hasPlans { try await letTimeSettle() }
        for device in devices {
            device.slices = []
            if logs == .none {
                await device.refresh()
                continue
            }
            for _ in 0..<3 {
                while let slice = try await device.readLog(),
                    slice.isResync || !slice.events.isEmpty || device.log.position == nil
                {
                    device.log.receive(slice)
                }
                device.log.revive()
                await device.log.refreshesEnd()
            }
        }
    }

    func resume() {
        for device in devices { device.transport.setReliable(false) }
    }
}
