import Chat
import Connections
import Foundation
import OrbitModels
import OrbitStore
import Presentation
import TimeAndChance

extension World {
    /// Takes a random step. An action of a person begins, and continues while later steps happen.
    func takeStep() async {
        let (kind, place) = drawStep()
        lastStep = (kind: kind, place: place)
        let device = devices[place]
        findings.note("step \(kind.rawValue) on device \(place)")
        switch kind {
        case .poke, .answer, .withdraw, .disconnect, .block, .unblock, .load: act(kind, on: device)
        case let kind where kind.isChat: act(kind, on: device)
        case .signOut: if let app = device.app { app.act { await app.signOut() } }
        case .signIn: signIn(on: device)
        case .wait: await pause(.seconds(Int.random(in: 1...45, using: &random)))
        case .sleepLong: await sleepLong(device)
        case .startLate: await startLate(device)
        case .stopServer, .startServer, .upgradeServer: changeServer(kind)
        case .truncateLog, .beginEpoch:
            // A device that is away misses the removed events.
            let away = devices.first { $0.app == nil || network.isOffline($0.number) }
            await changeLog(of: (away ?? device).owner.id, kind)
        default: changeDevice(device, kind)
        }
    }

    /// Draws a step that follows from the last step, or any step, with the number of its device.
    private func drawStep() -> (kind: StepKind, place: Int) {
        let place = Int.random(in: 0..<devices.count, using: &random)
        guard let last = lastStep, let next = plan.drawFollower(of: last.kind, using: &random) else {
            return (kind: plan.drawStep(using: &random), place: place)
        }
        guard last.kind.isFollowedElsewhere, place == last.place else {
            return (kind: next, place: last.kind.isFollowedElsewhere ? place : last.place)
        }
        return (kind: next, place: (place + 1) % devices.count)
    }

    private func changeDevice(_ device: Device, _ kind: StepKind) {
        switch kind {
        case .background: device.setFrozen(true)
        case .foreground: device.setFrozen(false)
        case .crash: device.crash(isPowerCut: false)
        case .powerCut: device.crash(isPowerCut: true)
        case .crashSoon:
            let count = Int.random(in: 1...200, using: &random)
            Scheduler.shared.interrupt(afterJobs: count) { [weak device] in
                MainActor.assumeIsolated { device?.crashAsPlanned() }
            }
        case .crashDuringDisk: device.crashDuringDisk(afterCalls: Int.random(in: 0...20, using: &random))
        case .launch: device.launch()
        case .setDate:
            let years = 315_360_000.0
            device.setDate(by: [-years, -7_200, -60, 60, 1_200, 7_200, years].randomElement(using: &random) ?? 0)
        case .fillDisk: device.setFull(true)
        case .emptyDisk: device.setFull(false)
        case .disconnectNetwork: network.setOffline(device.number, true)
        case .connectNetwork: if !device.isFrozen { network.setOffline(device.number, false) }
        default: break
        }
    }

    private func changeServer(_ kind: StepKind) {
        switch kind {
        case .stopServer: server.stop()
        case .startServer: server.start()
        default:
            server.stop()
            server.start(upgrading: true)
            findings.reach(.serverUpgraded)
        }
    }

    private func changeLog(of owner: UserID, _ kind: StepKind) async {
        if devices.contains(where: { $0.user?.owner == owner && $0.actionCount > 0 }) {
            findings.reach(.resyncDuringAction)
        }
        shortenedLogs.insert(owner)
        do {
            if kind == .truncateLog { return try await server.store.truncateLog(of: owner) }
            findings.reach(.epochChanged)
            try await server.store.beginEpoch("epoch\(takeNumber())", ofLogOf: owner)
        } catch {
            findings.require(false, "store", "\(error)")
        }
    }

    /// Freezes all devices until a token of the device has expired. Nothing else happens meanwhile.
    private func sleepLong(_ device: Device) async {
        for other in devices { other.setFrozen(true) }
        await pause(.seconds(Int.random(in: 600...1_800, using: &random)))
        if device.user != nil { findings.reach(.expiredInBackground) }
        for other in devices where Bool.random(using: &random) || other === device { other.setFrozen(false) }
    }

    /// Starts a device after a token has expired, with a clock that is so far behind that the token seems to be valid.
    private func startLate(_ device: Device) async {
        device.crash(isPowerCut: false)
        await sleepLong(device)
        device.setDate(by: -1_200)
        device.launch()
        loadLists(on: device)
    }

    private func signIn(on device: Device) {
        guard let app = device.app, app.user == nil else { return }
        let resident = residents.randomElement(using: &random) ?? device.owner
        if resident.id != device.owner.id { findings.reach(.secondAccount) }
        app.act { await app.signIn(as: resident.email) }
    }

    // MARK: Actions of a person

    func loadLists(on device: Device) {
        guard let app = device.app else { return }
        // The models exist only once the session was restored.
        app.act { [weak self] in
            await self?.pause(.milliseconds(10))
            guard let user = app.user else { return }
            if let chat = user.chat {
                await chat.conversations.conversations.load()
                guard let first = chat.conversations.conversations.known.first else { return }
                return await chat.open(first)
            }
            await user.pokes.incoming.load()
            await user.matches.matches.load()
            await user.pokes.outgoing.load()
        }
    }

    private func act(_ kind: StepKind, on device: Device) {
        guard let app = device.app, let user = app.user, !device.isFrozen,
            let other = residents.filter({ $0.id != user.owner }).randomElement(using: &random)
        else { return }
        if devices.contains(where: { $0 !== device && $0.user?.owner == user.owner && $0.actionCount > 0 }) {
            findings.reach(.twoDevicesAct)
        }
        let (choice, note) = (random.next(), PokeNote.known.randomElement(using: &random) ?? .hello)
        if kind == .poke, devices.contains(where: { $0.isPoking(user.owner) && $0.user?.owner == other.id }) {
            findings.reach(.pokesCrossed)
        }
        if kind == .block, devices.contains(where: { $0.user?.owner == other.id && $0.actionCount > 0 }) {
            findings.reach(.blockDuringAction)
            if user.shownPeople.contains(other.id) { findings.reach(.hiddenPersonInList) }
        }
        if kind.isChat {
            app.act { [weak self, weak device] in
                guard let self, let device else { return }
                await self.chat(kind, by: user, on: device, choice: choice)
            }
            return
        }
        app.act { [weak self] in await self?.perform(kind, by: user, to: other, note: note, choice: choice) }
    }

    private func perform(
        _ kind: StepKind, by user: UserModels, to other: Resident, note: PokeNote, choice: UInt64
    ) async {
        func pick<Element>(_ elements: [Element]) -> Element? {
            elements.isEmpty ? nil : elements[Int(choice % UInt64(elements.count))]
        }
        switch kind {
        case .poke: await poke(other, note, by: user)
        case .answer:
            if user.pokes.incoming.known.isEmpty { await user.pokes.incoming.load() }
            guard let poke = pick(user.pokes.incoming.known) else { return }
            switch choice >> 32 & 3 {
            case 0: await user.pokes.decline(poke)
            case 1: await user.pokes.ignore(poke)
            default: if await user.pokes.accept(poke) == .done { findings.reach(.matched) }
            }
        case .withdraw:
            if user.pokes.outgoing.known.isEmpty { await user.pokes.outgoing.load() }
            guard let poke = pick(user.pokes.outgoing.known) else { return }
            await user.pokes.withdraw(poke)
        case .disconnect:
            if user.matches.matches.known.isEmpty { await user.matches.matches.load() }
            guard let match = pick(user.matches.matches.known) else { return }
            await user.matches.disconnect(match)
        case .block: await user.blocks.block(other.id, name: other.person.profile.name)
        case .unblock:
            if user.blocks.blocked.known.isEmpty { await user.blocks.blocked.load() }
            await user.blocks.unblock(pick(user.blocks.blocked.known)?.userID ?? other.id)
        case .load: await load(choice, of: user)
        default: break
        }
    }

    /// Pokes a person, and checks that a retry is not refused as a second poke (O2).
    private func poke(_ other: Resident, _ note: PokeNote, by user: UserModels) async {
        let pair = PokedPair(from: user.owner, to: other.id)
        pokeAttempts[pair, default: 0] += 1
        let outcome = await user.pokes.send(to: other.person, note: note)
        findings.note("\(user.owner.rawValue.prefix(4)) poked \(other.id.rawValue.prefix(4)): \(outcome)")
        // The person may have begun another poke on another device meanwhile.
        if pokeAttempts[pair] == 1, outcome.failure?.kind == .refused(.alreadyPoked) {
            findings.require(false, "O2", "the retry of a first poke was refused as a second poke")
        }
        if outcome == .done { donePokes.insert(pair) }
    }

    private func load(_ choice: UInt64, of user: UserModels) async {
        switch choice % 9 {
        case 0: await user.pokes.incoming.load()
        case 1: await user.pokes.outgoing.load()
        case 2: await user.matches.matches.load()
        case 3: await user.blocks.blocked.load()
        case 4: await user.pokes.incoming.loadMore()
        case 5: await user.matches.matches.loadMore()
        case 6: await user.chat?.conversations.conversations.loadMore()
        case 7: await user.chat?.screen?.loadEarlier()
        default: await user.pokes.outgoing.reload()
        }
    }
}
