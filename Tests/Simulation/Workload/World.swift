import DiskSimulation
import Foundation
import Networking
import OrbitModels
import OrbitStore
import TimeAndChance

/// A person who has poked another person.
struct PokedPair: Hashable, Sendable {
    let from: UserID
    let to: UserID
}

/// One simulation: the people with their devices, the network, the server, and the observers.
@MainActor final class World {
    let plan: Plan
    let bug: PlantedBug?
    let time: VirtualTime
    let findings: Findings
    let wire: Wire
    let network: SimulatedNetwork
    let server: SimulatedServer
    /// The messages that people have written.
    var ledger: MessageLedger { wire.ledger }
    private(set) var devices: [Device] = []
    let address: ServerAddress
    /// The people of this simulation.
    let residents: [Resident]
    /// The number of times that a person has tried to poke another person.
    var pokeAttempts: [PokedPair: Int] = [:]
    /// The pokes that the server has acknowledged.
    var donePokes: Set<PokedPair> = []
    /// The people whose log has lost events.
    var shortenedLogs: Set<UserID> = []
    var random: SplitMix64
    /// The kind of the last step and the number of its device; `nil` before the first step.
    var lastStep: (kind: StepKind, place: Int)?

    private var lastNumber = 0

    /// The time within which everything arrives once the faults have stopped. It is the sum of the longest backoff, the
    /// longest silence of a stream and the deadline of a request, with a margin for a second round.
    static let bound = Duration.seconds(400)
    /// The bound if the server has dropped events of conversations beyond the budget of a person. It announces a reload
    /// of the lists within ten minutes.
    static let boundWithReloads = bound + .seconds(660)

    /// - Parameters:
    ///   - campus: The campus that the simulation begins with.
    ///   - plan: The extent.
    ///   - seed: The seed of all choices.
    ///   - bug: The fault that this run has on purpose.
    /// - Throws: An error if the address of the server is not valid.
    init(
        _ campus: PreparedCampus, plan: Plan, seed: UInt64, bug: PlantedBug?, time: VirtualTime, findings: Findings
    ) throws {
        address = try Self.serverAddress()
        self.plan = plan
        self.bug = bug
        self.time = time
        self.findings = findings
        random = SplitMix64(seed: seed &+ 1)
        wire = Wire(time: time, findings: findings)
        server = SimulatedServer(
            store: (plan.hasChat ? campus.chatStore : campus.store).copy(), time: time, wire: wire, bug: bug,
            seed: seed &* 0x9E37_79B9_7F4A_7C15)
        network = SimulatedNetwork(
            time: time, server: server, wire: wire, findings: findings, bug: bug, seed: seed &+ 2)
        residents = Array(campus.residents.prefix(plan.people))
        for session in campus.sessions { wire.add(session) }
        var used: [Int: Int] = [:]
        for (number, owner) in plan.owners.enumerated() {
            let place = used[owner, default: 0]
            used[owner] = place + 1
            let disk = SimulatedDisk(copying: campus.disks[owner][place])
            devices.append(Device(number: number, owner: residents[owner], disk: disk, in: self))
        }
    }

    /// Returns the address of the server. It exists only in the simulation.
    nonisolated static func serverAddress() throws -> ServerAddress { try ServerAddress("https://orbit.example/api") }

    /// Returns a number that no other process and no other models have.
    func takeNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    /// Returns a seed for a random source of a device.
    func takeSeed() -> UInt64 { random.next() }

    /// Runs the steps, lets everything arrive, and compares the devices with the server.
    func run() async {
        network.weather = plan.weather
        server.start()
        for device in devices { device.launch() }
        for device in devices { loadLists(on: device) }
        for _ in 0..<plan.steps {
            await pause(plan.drawPause(using: &random))
            await takeStep()
            check()
            guard findings.violations.isEmpty else { break }
        }
        if findings.violations.isEmpty { await settle() }
        if findings.violations.isEmpty { await compare() }
        findings.isOver = true
        for device in devices { device.crash(isPowerCut: false) }
        server.stop()
    }

    /// Checks the invariants that are true at any time.
    func check() {
        for device in devices {
            guard let user = device.user else { continue }
            // A list may be newer than the log, and then contains a person whose block was removed.
            let hidden = user.witness.hidden.filter { wire.blocks.hides(user.owner, $0) }
            findings.require(
                user.shownPeople.isDisjoint(with: hidden), "blocks",
                "device \(device.number) shows a person after the event that hides them")
            if let chat = user.chat { checkUnread(of: user, chat, on: device) }
        }
    }

    func pause(_ duration: Duration) async {
        // Only the end of the simulation ends a sleep early.
        try? await time.sleep(for: duration)
    }
}
