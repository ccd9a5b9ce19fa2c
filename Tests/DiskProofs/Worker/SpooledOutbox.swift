import DurableFiles
import Foundation
import Outbox
import TimeAndChance

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// An outbox whose server is a file: each request appends a line, and a repeated id appends it again.
///
/// Every seventh request of ``fill()`` loses its response, so that the outbox repeats it.
struct SpooledOutbox {
    let directory: PrivateDirectory
    /// The file of the server. Its folder does not lose power.
    let spool: String

    /// Adds numbered entries to four lanes and sends them, until the process is killed. Prints each durable entry, and
    /// each entry that was cancelled durably.
    func fill() async {
        do {
            let outbox = try await open(losesResponses: true)
            let started = await outbox.entries.map(\.sequence).max() ?? 0
            say("open \(started)")
            await withTaskGroup { group in
                group.addTask { await outbox.run() }
                for lane in 0..<4 {
                    group.addTask {
                        do {
                            for number in 0..<20 {
                                let id = "\(RandomSource.system.next())"
                                let entry = try await outbox.add(
                                    id: id, lane: "\(lane)", kind: "spool", payload: Data("\(lane)".utf8))
                                say("added \(id) \(lane) \(entry.sequence)")
                                guard number % 5 == 4 else { continue }
                                say("cancelling \(id)")
                                if try await outbox.cancel(id) == .cancelled { say("cancelled \(id)") }
                            }
                        } catch {
                            say("error \(error)")
                        }
                    }
                }
            }
        } catch {
            say("error \(error)")
        }
    }

    /// Sends all entries to a server without faults, and prints the number of the entries that are left.
    func drain() async {
        do {
            let outbox = try await open(losesResponses: false)
            await outbox.drain()
            say("left \(await outbox.unsentCount)")
        } catch {
            say("error \(error)")
        }
    }

    private func open(losesResponses: Bool) async throws -> Outbox {
        let outbox = try await Outbox.open(
            in: directory, account: "u_1", limits: OutboxLimits(maxEntries: 1_000_000, maxBytes: 128 << 20))
        let (path, requests) = (spool, LockedState(0))
        await outbox.register("spool") { entry async throws(SendFailure) in
            let line = Array("\(entry.id) \(String(decoding: entry.payload, as: UTF8.self)) \(entry.sequence)\n".utf8)
            guard let file = openSpool(path) else { throw .transient(mayHaveArrived: false) }
            defer { close(file) }
            // One call, so that a kill leaves the whole line or nothing.
            let count = line.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
            guard count == line.count else { throw .transient() }
            let number = requests.withLock { number in
                number += 1
                return number
            }
            if losesResponses, number % 7 == 0 { throw .transient() }
        }
        return outbox
    }
}

/// Opens the file of the server. Inside ``SpooledOutbox``, its own `open` hides the system's function.
private func openSpool(_ path: String) -> Int32? {
    let file = open(path, O_WRONLY | O_APPEND | O_CREAT, 0o600)
    return file >= 0 ? file : nil
}
