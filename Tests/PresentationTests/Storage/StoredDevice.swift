import DiskSimulation
import DurableFiles
import NetworkingTesting
import OrbitModels
import Presentation
import TimeAndChance

/// A device with a simulated disk, on which an app with one list is launched several times.
@MainActor final class StoredDevice {
    /// It passes the pause before an automatic load by itself, but not the delay of a write.
    let clock = VirtualClock.selfAdvancing(upTo: .seconds(5))
    let disk = SimulatedDisk()
    let maya: UserID = "maya"

    /// One launch of the app.
    @MainActor struct Launch {
        let log: EventLog
        let pages: Pages
        let list: PagedList<Letter>
    }

    /// The file as a new process opens it.
    func file(sizeLimit: Int = 1 << 20) -> DurableFile {
        DurableFile(
            "lists", in: PrivateDirectory("orbit", under: "/home", on: disk), sizeLimit: sizeLimit, time: clock,
            random: .seeded(1))
    }

    /// Creates a log and a list, which are not begun.
    func launch(
        _ responses: Pages.Response..., sizeLimit: Int = 1 << 20, definition: ListDefinition<Letter> = .letters()
    ) -> Launch {
        let log = EventLog(time: clock, random: .seeded(1), storedIn: file(sizeLimit: sizeLimit))
        let pages = Pages(responses)
        let list = pages.list(on: log, definition)
        log.storage.add(list, as: "letters")
        return Launch(log: log, pages: pages, list: list)
    }

    /// Launches the app, and begins with the content of Maya.
    func begin(
        _ responses: Pages.Response..., definition: ListDefinition<Letter> = .letters()
    ) async -> Launch {
        let log = EventLog(time: clock, random: .seeded(1), storedIn: file())
        let pages = Pages(responses)
        let list = pages.list(on: log, definition)
        log.storage.add(list, as: "letters")
        await log.storage.begin(as: maya)
        return Launch(log: log, pages: pages, list: list)
    }

    /// Stores the letters a and b at position 5, as an earlier launch did.
    func storeLetters(_ ids: String...) async {
        let first = await begin(.letters((ids.isEmpty ? ["a", "b"] : ids).map { Letter($0) }, at: .e(5)))
        await first.list.load()
        await first.log.storage.flush()
    }
}
