import Foundation
import Networking
import OrbitModels
import TimeAndChance

/// The network between the devices and the server. It loses, delays, duplicates, reorders and refuses messages as the
/// ``Weather`` determines.
// Unchecked, because the scheduler runs all jobs on one thread.
final class SimulatedNetwork: @unchecked Sendable {
    /// The faults from now on.
    var weather = Weather.calm

    private let time: VirtualTime
    private let server: SimulatedServer
    private let wire: Wire
    private let findings: Findings
    private let bug: PlantedBug?
    private var random: SplitMix64
    /// The devices without a connection.
    private var offline: Set<Int> = []
    /// The last body of each resource that a device has loaded, for faults that repeat it.
    private var staleBodies: [String: Data] = [:]

    init(
        time: VirtualTime, server: SimulatedServer, wire: Wire, findings: Findings, bug: PlantedBug?, seed: UInt64
    ) {
        self.time = time
        self.server = server
        self.wire = wire
        self.findings = findings
        self.bug = bug
        random = SplitMix64(seed: seed)
    }

    /// Connects a device, or disconnects it. The streams of a disconnected device receive nothing, without any notice.
    func setOffline(_ device: Int, _ isOffline: Bool) {
        if isOffline { offline.insert(device) } else { offline.remove(device) }
    }

    func isOffline(_ device: Int) -> Bool { offline.contains(device) }

    // MARK: Requests

    func send(_ request: HTTPRequest, from sender: Sender) async throws(TransportError) -> HTTPResponse {
        guard !sender.process.hasEnded, !Task.isCancelled else { throw .cancelled }
        return try await transmit(bug?.outgoing(request, findings: findings) ?? request, from: sender)
    }

    private func transmit(_ request: HTTPRequest, from sender: Sender) async throws(TransportError) -> HTTPResponse {
        wire.leaves(request, from: sender)
        let exchange = Exchange<HTTPResponse>()
        let ending = sender.process.onEnd { [findings] in
            findings.reach(.crashDuringRequest)
            if request.isRefresh { findings.reach(.crashDuringRefresh) }
            exchange.finish(.failure(.cancelled))
        }
        let fate = RequestFate(in: weather, using: &random)
        Task { await self.carry(request, from: sender, fate, exchange) }
        let ignoresCancellation = bug == .cancellationIgnored
        let result = await withTaskCancellationHandler {
            await exchange.value()
        } onCancel: {
            if !ignoresCancellation { exchange.finish(.failure(.cancelled)) }
        }
        sender.process.removeEnding(ending)
        wire.ends(request, from: sender)
        return try result.get()
    }

    private func carry(
        _ request: HTTPRequest, from sender: Sender, _ fate: RequestFate, _ exchange: Exchange<HTTPResponse>
    ) async {
        await pause(fate.wayThere)
        if let lost = loss(of: request, fate, from: sender) {
            if !fate.isSilent { exchange.finish(.failure(lost)) }
            return
        }
        if let refusal = fate.refusal {
            findings.reach(refusal.status == 429 ? .rateLimited : refusal.status < 500 ? .portal : .serverError)
            await pause(fate.wayBack)
            if !exchange.hasEnded { wire.delivers(refusal.status, to: request, from: sender) }
            return exchange.finish(.success(bug?.refusal(refusal, of: request) ?? refusal))
        }
        if fate.isDuplicated {
            findings.reach(.requestDuplicated)
            Task {
                await self.pause(fate.delayOfCopy)
                _ = await self.deliver(request, from: sender)
            }
        }
        guard let response = await deliver(request, from: sender) else {
            findings.reach(.serverStoppedDuringRequest)
            return exchange.finish(.failure(.connectionLost))
        }
        await pause(fate.wayBack)
        if fate.isResponseLost || isOffline(sender.device) {
            if request.method != .get, response.status == 200 { findings.reach(.responseLostAfterCommit) }
            if request.isRefresh, response.status == 200 { findings.reach(.refreshResponseLost) }
            if !fate.isSilent { exchange.finish(.failure(.connectionLost)) }
            return
        }
        guard !exchange.hasEnded else {
            if request.method != .get { findings.reach(.responseAfterCancellation) }
            return
        }
        wire.delivers(response, to: request, from: sender)
        exchange.finish(.success(changed(response, to: request, from: sender)))
    }

    /// Returns the error of a request that does not reach the server.
    private func loss(of request: HTTPRequest, _ fate: RequestFate, from sender: Sender) -> TransportError? {
        if isOffline(sender.device) {
            findings.reach(.requestWhileOffline)
            return .cannotConnect
        }
        wire.ledger.leaves(request)
        guard fate.isRequestLost else { return nil }
        findings.reach(.requestLost)
        return .connectionLost
    }

    private func deliver(_ request: HTTPRequest, from sender: Sender) async -> HTTPResponse? {
        let arrival = time.now
        wire.arrives(request)
        guard let response = await server.respond(to: request, from: sender) else { return nil }
        wire.serves(response, to: request, from: sender, arrivedAt: arrival)
        return response
    }

    private func changed(_ response: HTTPResponse, to request: HTTPRequest, from sender: Sender) -> HTTPResponse {
        guard let bug else { return response }
        let name = bug == .cacheIgnoresAccounts ? request.url.path() : "\(sender.device) \(request.url.path())"
        let changed = bug.incoming(response, to: request, stale: staleBodies[name], findings: findings)
        if request.method == .get, response.status == 200 { staleBodies[name] = response.body }
        return changed
    }

    // MARK: Streams

    func open(_ request: HTTPRequest, from sender: Sender) async throws(TransportError) -> HTTPStream {
        guard !sender.process.hasEnded, !Task.isCancelled else { throw .cancelled }
        wire.leaves(request, from: sender)
        let exchange = Exchange<HTTPStream>()
        let ending = sender.process.onEnd { exchange.finish(.failure(.cancelled)) }
        let fate = RequestFate(in: weather, using: &random)
        Task { await self.connect(request, from: sender, fate, exchange) }
        let result = await withTaskCancellationHandler {
            await exchange.value()
        } onCancel: {
            exchange.finish(.failure(.cancelled))
        }
        sender.process.removeEnding(ending)
        wire.ends(request, from: sender)
        return try result.get()
    }

    private func connect(
        _ request: HTTPRequest, from sender: Sender, _ fate: RequestFate, _ exchange: Exchange<HTTPStream>
    ) async {
        await pause(fate.wayThere)
        if let lost = loss(of: request, fate, from: sender) {
            if !fate.isSilent { exchange.finish(.failure(lost)) }
            return
        }
        if let refusal = fate.refusal {
            await pause(fate.wayBack)
            let pipe = StreamPipe()
            pipe.add(refusal.body)
            pipe.finish(.success(nil))
            if !exchange.hasEnded { wire.delivers(refusal.status, to: request, from: sender) }
            return exchange.finish(.success(makeStream(refusal.status, refusal.headers, of: pipe)))
        }
        guard let (stream, instance) = await server.open(request, from: sender) else {
            return exchange.finish(.failure(.connectionLost))
        }
        await pause(fate.wayBack)
        guard !exchange.hasEnded, !fate.isResponseLost, !instance.hasEnded else {
            stream.close()
            return exchange.finish(.failure(.connectionLost))
        }
        wire.delivers(stream.status, to: request, from: sender)
        let pipe = StreamPipe()
        pipe.onClose { stream.close() }
        instance.onEnd { [findings] in
            findings.reach(.serverStoppedDuringStream)
            pipe.finish(.failure(.connectionLost))
        }
        sender.process.onEnd { pipe.finish(.failure(.cancelled)) }
        Task { await self.pump(stream, into: pipe, to: sender, cuttingAfter: fate.chunksUntilCut) }
        exchange.finish(.success(makeStream(stream.status, stream.headers, of: pipe)))
    }

    private func makeStream(_ status: Int, _ headers: HTTPHeaders, of pipe: StreamPipe) -> HTTPStream {
        HTTPStream(
            status: status, headers: headers,
            read: { () async throws(TransportError) in try await pipe.next() },
            close: { pipe.finish(.success(nil)) })
    }

    /// Carries the chunks of a stream until one of its ends closes it.
    private func pump(
        _ stream: HTTPStream, into pipe: StreamPipe, to sender: Sender, cuttingAfter count: Int?
    ) async {
        var left = count ?? .max
        do {
            while let chunk = try await stream.next() {
                wire.streams(chunk, to: sender)
                await pause(weather.slowest * Double.random(in: 0.02...1, using: &random))
                // The server does not notice that the device is offline. The device notices the silence.
                if isOffline(sender.device) {
                    findings.reach(.streamHalfOpen)
                    return stream.close()
                }
                if left == 0 {
                    findings.reach(.streamCut)
                    if bug == .cutStreamLooksAlive { return beat(pipe) }
                    return pipe.finish(.failure(.connectionLost))
                }
                left -= 1
                for changed in bug?.streamed(chunk, findings: findings) ?? [chunk] { pipe.add(changed) }
            }
            pipe.finish(.success(nil))
        } catch {
            pipe.finish(.failure(.connectionLost))
        }
    }

    /// Sends heartbeats and nothing else.
    private func beat(_ pipe: StreamPipe) {
        Task {
            while !pipe.hasEnded {
                pipe.add(Data(": heartbeat\n\n".utf8))
                // Only the end of the simulation ends a sleep early, and it ends the pipe as well.
                do { try await time.sleep(for: .seconds(20)) } catch { return }
            }
        }
    }

    private func pause(_ duration: Duration) async {
        // Only the end of the simulation ends a sleep early. The message then still arrives.
        try? await time.sleep(for: duration)
    }
}

extension HTTPRequest {
    /// Whether the request exchanges a refresh token.
    var isRefresh: Bool { url.path().hasSuffix("/auth/refresh") }
}
