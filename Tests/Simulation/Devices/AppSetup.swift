import DurableFiles
import Networking
import TimeAndChance

/// The dependencies of one process of an app.
struct AppSetup {
    let device: Int
    let life: ProcessLife
    let clock: DeviceClock
    let disk: DeviceDisk
    let network: SimulatedNetwork
    let server: ServerAddress
    let findings: Findings
    let wire: Wire
    let random: RandomSource
    /// The number of elements of a page.
    let pageSize: Int
    /// Whether events arrive by a stream. Otherwise the app polls.
    let hasStreams: Bool
    /// Whether the app has conversations.
    let hasChat: Bool
    let bug: PlantedBug?

    /// The directory of all files of the app. Its waits for locks take virtual time.
    var directory: PrivateDirectory { PrivateDirectory("orbit", under: "/home", on: disk, time: clock) }
}
