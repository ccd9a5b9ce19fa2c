import Chat
import Connections
import DiskSimulation
import DurableFiles
import Foundation
import Networking
import OrbitModels
import TimeAndChance

/// A device of a person: a disk and a clock, which survive, and at most one process of the app.
@MainActor final class Device {
    let number: Int
    /// The person who uses the device at the start.
    let owner: Resident
    /// The process that runs; `nil` after a crash.
    private(set) var app: AppProcess?
    /// Whether the date was set by years. Lists then remove elements that have not expired.
    private(set) var hadWrongDate = false
    private(set) var isFull = false
    /// Whether planned crashes still happen.
    private var hasPlannedCrashes = true

    private let disk: SimulatedDisk
    private let wall = DeviceClock.Wall()
    private unowned let world: World
    private var deviceDisk: DeviceDisk?

    /// - Parameter disk: The disk, which the device uses alone.
    init(number: Int, owner: Resident, disk: SimulatedDisk, in world: World) {
        self.number = number
        self.owner = owner
        self.disk = disk
        self.world = world
    }

    /// The models of the signed-in person.
    var user: UserModels? { app?.user }
    var isFrozen: Bool { app?.setup.life.isFrozen ?? false }
    /// The number of actions that have not ended.
    var actionCount: Int { app?.actionCount ?? 0 }

    /// Whether the person of this device waits for the response to a poke.
    func isPoking(_ person: UserID) -> Bool { user?.pokes.sendingTo.contains(person) ?? false }

    /// Starts the app. Does nothing if it runs.
    func launch() {
        guard app == nil else { return }
        let life = ProcessLife(number: world.takeNumber())
        let findings = world.findings
        let deviceDisk = DeviceDisk(disk, life: life, findings: findings, bug: world.bug) { [weak self] in
            // The call that crashes has no caller any more once it returns.
            MainActor.assumeIsolated { self?.crash(isPowerCut: false) }
        }
        deviceDisk.isFull = isFull
        self.deviceDisk = deviceDisk
        let setup = AppSetup(
            device: number, life: life,
            clock: DeviceClock(time: world.time, process: life, wall: wall, bug: world.bug), disk: deviceDisk,
            network: world.network, server: world.address, findings: findings, wire: world.wire,
            random: .seeded(world.takeSeed()), pageSize: world.plan.pageSize, hasStreams: world.plan.hasStreams,
            hasChat: world.plan.hasChat, bug: world.bug)
        let app = AppProcess(setup) { [unowned world] in world.takeNumber() }
        self.app = app
        app.launch()
        findings.note("device \(number) starts")
    }

    /// Kills the process.
    ///
    /// - Parameter isPowerCut: Whether the machine stops as well, so that unsynchronized data is lost.
    func crash(isPowerCut: Bool) {
        guard let app else { return }
        world.findings.note("device \(number) \(isPowerCut ? "loses power" : "crashes")")
        if (app.user?.chat?.messages?.unsentCount ?? 0) > 0 { world.findings.reach(.crashWithUnsent) }
        // A new process begins in the foreground.
        if isFrozen { world.network.setOffline(number, false) }
        self.app = nil
        app.end()
        if isPowerCut {
            world.findings.reach(.powerCut)
            disk.restartMachine(keepingNames: world.plan.keepsNames, keepingBytes: world.plan.keepsBytes)
        } else {
            disk.restartProcess()
        }
    }

    /// Kills the process as planned before, unless ``preventCrashes()`` was called.
    func crashAsPlanned() {
        if hasPlannedCrashes { crash(isPowerCut: false) }
    }

    /// Prevents all planned crashes.
    func preventCrashes() {
        hasPlannedCrashes = false
        deviceDisk?.callsUntilCrash = nil
    }

    /// Kills the process during one of its next calls of the disk.
    func crashDuringDisk(afterCalls count: Int) { deviceDisk?.callsUntilCrash = count }

    /// Fills the disk, or makes room.
    func setFull(_ isFull: Bool) {
        self.isFull = isFull
        deviceDisk?.isFull = isFull
        // A token that could not be saved is lost with the process.
        if isFull { world.wire.failedDisks.insert(number) }
    }

    /// Moves the app to the background or back. Its connections end in the background.
    func setFrozen(_ isFrozen: Bool) {
        guard let life = app?.setup.life, life.isFrozen != isFrozen else { return }
        life.isFrozen = isFrozen
        world.network.setOffline(number, isFrozen)
        if !isFrozen { world.time.thaw(life) }
    }

    /// Sets the wall clock.
    func setDate(by seconds: TimeInterval) {
        wall.error += seconds
        if abs(wall.error) > 86_400 { hadWrongDate = true }
        world.findings.reach(seconds < 0 ? .dateSetBack : .dateSetForward)
    }

    /// Corrects the wall clock.
    func correctDate() { wall.error = 0 }
}
