import DiskSimulation
import DurableFiles
import Foundation
import NetworkingTesting
import TimeAndChance

@testable import Outbox

/// A disk with the outbox of a person, and a server that recognizes ids. Each opening is another process.
struct OutboxFixture {
    let disk = SimulatedDisk()
    let clock = VirtualClock()
    let server = ScriptedServer()
    var directory: PrivateDirectory { PrivateDirectory("private", under: "/home", on: disk, time: clock) }

    /// Opens the outbox. The kind `text` has a sender.
    func open(
        account: String = "u_1", limits: OutboxLimits = OutboxLimits(), kinds: [String] = ["text"]
    ) async throws -> Outbox {
        let outbox = try await Outbox.open(
            in: directory, account: account, limits: limits, time: clock, random: .seeded(1))
        for kind in kinds { await outbox.register(kind, sender: server.sender) }
        return outbox
    }

    /// Ends the process and opens the outbox in a new one.
    func reopen(limits: OutboxLimits = OutboxLimits(), kinds: [String] = ["text"]) async throws -> Outbox {
        disk.restartProcess()
        return try await open(limits: limits, kinds: kinds)
    }

    /// Loses all data that is not durable, and opens the outbox again.
    func reopenAfterPowerCut() async throws -> Outbox {
        disk.restartMachine(keepingNames: false, keepingBytes: false)
        return try await open()
    }

    /// The path of the outbox of an account.
    func path(of account: String = "u_1") -> String { Outbox.folder(of: account, in: directory).path }

    var bytes: [UInt8] { disk.files(in: path())?["entries"] ?? [] }
}

/// A server that applies each id once, and fails as the test says.
final class ScriptedServer: Sendable {
    private struct State {
        var requests: [String] = []
        var applied: [String] = []
        var bodies: [String: String] = [:]
        var failures: [String: [SendFailure]] = [:]
        var gates: [String: (reached: AsyncSignal, opened: AsyncSignal)] = [:]
    }

    private let state = LockedState(State())

    /// The ids of all requests, repeated requests included.
    var requests: [String] { state.withLock { $0.requests } }
    /// The ids in the order of their first effect.
    var applied: [String] { state.withLock { $0.applied } }

    func body(of id: String) -> String? { state.withLock { $0.bodies[id] } }

    /// Lets the next requests with the id fail. A transient failure that may have arrived has its effect.
    func fail(_ id: String, _ failures: SendFailure...) {
        state.withLock { $0.failures[id, default: []] += failures }
    }

    /// Lets requests with the id wait until the test opens the gate.
    func hold(_ id: String) -> (reached: AsyncSignal, opened: AsyncSignal) {
        let gate = (reached: AsyncSignal(), opened: AsyncSignal())
        state.withLock { $0.gates[id] = gate }
        return gate
    }

    var sender: Outbox.Sender {
        { entry async throws(SendFailure) in
            let gate = self.state.withLock { state in
                state.requests.append(entry.id)
                return state.gates[entry.id]
            }
            gate?.reached.send()
            await gate?.opened.wait()
            if let failure = self.receive(entry) { throw failure }
        }
    }

    private func receive(_ entry: OutboxEntry) -> SendFailure? {
        state.withLock { state in
            var failure: SendFailure?
            if state.failures[entry.id]?.isEmpty == false { failure = state.failures[entry.id]?.removeFirst() }
            switch failure {
            case nil, .transient(retryAfter: _, mayHaveArrived: true)?:
                if !state.applied.contains(entry.id) {
                    state.applied.append(entry.id)
                    state.bodies[entry.id] = String(decoding: entry.payload, as: UTF8.self)
                }
            default: break
            }
            return failure
        }
    }
}

extension Outbox {
    /// Adds an entry whose payload is its id.
    @discardableResult
    func add(
        _ id: String, lane: String = "a", kind: String = "text", after dependencies: [String] = []
    ) async throws(OutboxError) -> OutboxEntry {
        try await add(id: id, lane: lane, kind: kind, payload: Data(id.utf8), after: dependencies)
    }

    /// Rewrites the file after the next write.
    func compactWithNextWrite() { writes.nextCompaction = 0 }

    var ids: [String] { entries.map(\.id) }

    func progress(of id: String) -> OutboxEntry.State? { entry(id)?.state }
}

extension SendFailure {
    static let offline = SendFailure.transient(mayHaveArrived: false)
    static let lost = SendFailure.transient()
    static let refused = SendFailure.permanent(OutboxRejection(code: "refused", reason: "Not now."))
}
