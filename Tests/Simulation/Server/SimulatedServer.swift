import Foundation
import Networking
import OrbitBackend
import OrbitDemo
import OrbitModels
import OrbitStore
import TimeAndChance

/// The server: a store, and the backend of the current process. The process can stop at any time.
// Unchecked, because the scheduler runs all jobs on one thread.
final class SimulatedServer: @unchecked Sendable {
    private struct Instance {
        let life: ProcessLife
        let backend: OrbitBackend
    }

    /// The records. They survive each process.
    let store: MemoryStore
    /// Whether a newer version of the server responds. It sends members and events that this client does not know.
    private(set) var isUpgraded = false

    private let time: VirtualTime
    private let wire: Wire
    private let bug: PlantedBug?
    private var instance: Instance?
    private var instanceCount = 0
    private let seed: UInt64
    /// The refresh tokens that were sent to the server, for a planted bug.
    private var sentBodies: Set<Data> = []
    /// The first response to each request for messages, for a planted bug.
    private var firstResponses: [String: HTTPResponse] = [:]

    init(store: MemoryStore, time: VirtualTime, wire: Wire, bug: PlantedBug?, seed: UInt64) {
        self.store = store
        self.time = time
        self.wire = wire
        self.bug = bug
        self.seed = seed
    }

    /// Starts a process of the server. Does nothing if a process runs.
    func start(upgrading: Bool = false) {
        guard instance == nil else { return }
        isUpgraded = isUpgraded || upgrading
        instanceCount += 1
        let life = ProcessLife(number: -instanceCount)
        let observed = ObservedStore(store, life: life, time: time, wire: wire, bug: bug)
        instance = Instance(
            life: life,
            backend: OrbitBackend(
                store: observed, time: DeviceClock(time: time, process: life),
                random: .seeded(seed &+ UInt64(instanceCount)), configuration: .demonstration()))
    }

    /// Ends the process of the server, like a kill.
    func stop() {
        guard let instance else { return }
        self.instance = nil
        instance.life.end()
        time.end(instance.life)
    }

    /// Returns the response, or `nil` if there is no process, or if it has ended before it could respond.
    func respond(to request: HTTPRequest, from sender: Sender) async -> HTTPResponse? {
        guard let instance else { return nil }
        if let bug {
            let isRepeated = !sentBodies.insert(request.body).inserted
            if let response = bug.serverRefusal(of: request, isRepeated: isRepeated) { return response }
        }
        // The transport also runs the jobs that the request leaves.
        let transport = InProcessTransport(instance.backend, origin: sender.origin)
        // The transport fails only if its task is cancelled, and this task is not.
        guard let response = try? await transport.send(request), !instance.life.hasEnded else { return nil }
        if bug == .messagesAreCached { return cached(response, to: request) }
        return isUpgraded ? response.withUnknownMembers : response
    }

    private func cached(_ response: HTTPResponse, to request: HTTPRequest) -> HTTPResponse {
        guard request.method == .get, request.url.path().hasSuffix("/messages"), response.status == 200 else {
            return response
        }
        let name = request.url.absoluteString
        defer { firstResponses[name] = firstResponses[name] ?? response }
        return firstResponses[name] ?? response
    }

    /// Returns an open stream with the life of the process that serves it. Returns `nil` without a process.
    func open(_ request: HTTPRequest, from sender: Sender) async -> (stream: HTTPStream, process: ProcessLife)? {
        guard let instance else { return nil }
        let stream = await instance.backend.open(request, origin: sender.origin)
        guard !instance.life.hasEnded else {
            stream.close()
            return nil
        }
        return (stream, instance.life)
    }

    /// Processes the work that is due. Does nothing without a process.
    func runScheduledWork() async throws { try await instance?.backend.runScheduledWork() }

    /// Matches a person with others, without requests.
    func match(_ person: UserID, with others: [UserID], random: RandomSource) async throws {
        try await instance?.backend.match(person, with: others, random: random)
    }

    /// Returns a transport without faults, for the comparison with the devices.
    func directTransport(origin: String) -> (any HTTPTransport)? {
        instance.map { InProcessTransport($0.backend, origin: origin) }
    }
}

extension HTTPResponse {
    /// The response with members that no client knows, as a newer server may send them.
    fileprivate var withUnknownMembers: HTTPResponse {
        let end = UInt8(ascii: "}")
        guard status == 200, body.last == end, headers[.contentType]?.hasPrefix("application/json") ?? false else {
            return self
        }
        var changed = self
        changed.body.removeLast()
        changed.body.append(contentsOf: Data(#","x_future":{"list":[1,null,"two"]}}"#.utf8))
        return changed
    }
}
