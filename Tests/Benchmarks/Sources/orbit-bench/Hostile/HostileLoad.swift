import Foundation
import Networking

/// Measures the processor time of the most expensive requests, and the delay of other people while an account sends
/// them.
extension CampusLoad {
    /// The number of rounds. Each round measures other people three times: alone, next to a computation without
    /// requests, and next to the requests of the account.
    private static let rounds = 3
    /// The time that a costly request computes for.
    private static let burst = Duration.milliseconds(5)

    /// - Parameters:
    ///   - photoBytes: The size of the uploaded photos.
    ///   - seconds: The duration of each round of the attack.
    func measureHostile(photoBytes: Int, seconds: Int, into report: inout BenchmarkReport) async throws -> CostMatrix {
        let world = try await HostileWorld(of: self)
        let attacker = try await HostileAttacker(of: self, beside: world)
        let bodies = try HostileRequests.all(in: world)
        var status: [Int: Int] = [:]
        let measured = try await costs(
            of: bodies + attacker.pages + AcceptedRequests(world: world).all() + HostilePhoto.requests(of: photoBytes),
            by: world.owner, counting: &status)
        let matrix = CostMatrix(measured)
        let attack = try HostileAttack(
            of: attacker, on: self, costs: measured.prefix(bodies.count), photoBytes: photoBytes)
        try await disturb(by: attack, seconds: seconds, into: &report)
        report.add("hostile_requests", matrix.costs.count)
        let limited = matrix.costs.filter { $0.request.route != HostilePhoto.route }
        let photos = matrix.costs.first { $0.request.route == HostilePhoto.route }
        report.add("worst_body_ms", limited.first?.milliseconds ?? 0, digits: 2)
        report.add("worst_route", limited.first?.request.route ?? "")
        report.add("photo_ms", photos?.milliseconds ?? 0, digits: 2)
        report.add("median_body_ms", limited.map(\.milliseconds).percentile(50), digits: 2)
        report.add("accepted", status[200, default: 0] + status[201, default: 0])
        report.add("refused_5xx", status.filter { $0.key >= 500 }.values.reduce(0, +))
        return matrix
    }

    /// Measures the requests of other people alone, next to a computation without requests, and next to the requests of
    /// the account.
    private func disturb(by attack: HostileAttack, seconds: Int, into report: inout BenchmarkReport) async throws {
        var attack = attack
        var (idle, busy, disturbed): ([OthersTimes], [OthersTimes], [OthersTimes]) = ([], [], [])
        for _ in 0..<Self.rounds {
            idle.append(try await othersWhile(writing: true) { try await clock.sleep(for: .seconds(Self.span)) })
            busy.append(try await othersWhile(writing: true) { try await compute(in: Self.burst) })
            disturbed.append(
                try await othersWhile(writing: true) {
                    let end = clock.uptime + .seconds(seconds)
                    while clock.uptime < end { try await attack.sendNext() }
                })
        }
        for (state, times) in [("idle_", idle), ("busy_", busy), ("", disturbed)] {
            let (reads, writes) = (times.map { $0.reads.percentile(99) }, times.map { $0.writes.percentile(99) })
            report.add("others_\(state)p99_ms", reads.percentile(50), digits: 2)
            report.add("others_write_\(state)p99_ms", writes.percentile(50), digits: 2)
        }
        report.add("others_write_max_ms", disturbed.flatMap(\.writes).max() ?? 0, digits: 1)
        report.add("others_writes", disturbed.flatMap(\.writes).count)
        report.add("hostile_per_s", Double(attack.sent) / Double(Self.rounds * seconds), digits: 0)
        report.add("attack_accepted", attack.accepted)
        report.add("attack_refused", attack.refused)
    }

    /// Measures each request, in order.
    ///
    /// - Throws: ``UnexpectedInput`` with all requests that are refused and must be accepted.
    private func costs(
        of requests: [HostileRequest], by owner: BenchmarkDevice, counting status: inout [Int: Int]
    ) async throws -> [CostMatrix.Cost] {
        var (costs, faults): ([CostMatrix.Cost], [String]) = ([], [])
        for hostile in requests {
            let device = hostile.sender ?? owner
            var (spent, accepted): ([Double], Int) = ([], 0)
            for (number, request) in hostile.requests.enumerated() {
                let next = try await prepared(request, key: "cost-\(costs.count)-\(number)", by: device)
                let start = ResourceUsage.now.processorSeconds
                let response = try await answer(next, to: device)
                spent.append((ResourceUsage.now.processorSeconds - start) * 1_000)
                status[response.status, default: 0] += 1
                if (200..<300).contains(response.status) {
                    accepted += 1
                } else if hostile.mustBeAccepted {
                    let problem = String(decoding: response.body, as: UTF8.self)
                    faults.append("\(hostile.route) (\(hostile.text)) comes to \(response.status) \(problem)")
                }
            }
            costs.append(
                CostMatrix.Cost(
                    request: hostile, milliseconds: spent.percentile(50),
                    isAccepted: accepted == hostile.requests.count))
        }
        guard faults.isEmpty else { throw UnexpectedInput(faults.joined(separator: "\n")) }
        return costs
    }

    /// Occupies the processor as costly requests do, without any request.
    private func compute(in burst: Duration) async throws {
        let end = clock.uptime + .seconds(Self.span)
        while clock.uptime < end {
            let pause = clock.uptime + burst
            while clock.uptime < pause {}
            try await clock.sleep(for: .microseconds(300))
        }
    }

    /// Adds the version that a `PUT` or a `PATCH` replaces, or the key of a `POST`.
    ///
    /// - Parameter key: The `Idempotency-Key`. A key that was sent before would get the first response again.
    func prepared(_ request: HTTPRequest, key: String, by device: BenchmarkDevice) async throws -> HTTPRequest {
        var prepared = request
        if request.method == .put || request.method == .patch {
            var read = request
            (read.method, read.body) = (.get, Data())
            try prepared.headers.set(.ifMatch, to: try await answer(read, to: device).headers[.etag] ?? "")
        } else if request.method == .post {
            try prepared.headers.set(.idempotencyKey, to: key)
        }
        return prepared
    }

    func answer(_ request: HTTPRequest, to device: BenchmarkDevice) async throws -> HTTPResponse {
        await campus.backend.respond(to: try device.signed(request), origin: device.origin)
    }
}
