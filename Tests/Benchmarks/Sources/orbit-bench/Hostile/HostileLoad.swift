import Foundation
import Networking

/// The processor time of the most expensive requests, and the delay of others while one account sends them.
extension CampusLoad {
    /// The number of rounds. In each, others are measured alone, beside mere computing, and beside the account.
    private static let rounds = 3
    /// The number of requests, the most expensive first, that are sent back to back.
    private static let costliest = 10
    private static let tries = 3
    /// The time that a costly request computes for.
    private static let burst = Duration.milliseconds(5)

    func measureHostile(into report: inout Report) async throws -> CostMatrix {
        var status: [Int: Int] = [:]
        let matrix = CostMatrix(try await costs(counting: &status))
        let attacker = try await campus.signIn(viewers.count)
        var (idle, busy, disturbed, sent): ([Double], [Double], [Double], Int) = ([], [], [], 0)
        for _ in 0..<Self.rounds {
            idle += [try await othersWhile { try await clock.sleep(for: .seconds(Self.span)) }.percentile(99)]
            busy += [try await othersWhile { try await compute(in: Self.burst) }.percentile(99)]
            disturbed += [
                try await othersWhile {
                    let end = clock.uptime + .seconds(Self.span)
                    while clock.uptime < end {
                        let request = matrix.costs[sent % Self.costliest].request.request
                        let next = try await prepared(request, key: "attack-\(sent)", by: attacker)
                        _ = try await answer(next, to: attacker)
                        sent += 1
                    }
                }.percentile(99)
            ]
        }
        report.add("hostile_requests", matrix.costs.count)
        report.add("others_idle_p99_ms", idle.percentile(50), digits: 2)
        report.add("others_busy_p99_ms", busy.percentile(50), digits: 2)
        report.add("others_p99_ms", disturbed.percentile(50), digits: 2)
        report.add("worst_body_ms", matrix.costs.first?.milliseconds ?? 0, digits: 2)
        report.add("worst_route", matrix.costs.first?.request.route ?? "")
        report.add("median_body_ms", matrix.costs.map(\.milliseconds).percentile(50), digits: 2)
        report.add("hostile_per_s", Double(sent) / Double(Self.rounds) / Self.span, digits: 0)
        report.add("accepted", status[200, default: 0] + status[201, default: 0])
        report.add("refused_5xx", status.filter { $0.key >= 500 }.values.reduce(0, +))
        return matrix
    }

    private func costs(counting status: inout [Int: Int]) async throws -> [CostMatrix.Cost] {
        var costs: [CostMatrix.Cost] = []
        for (number, requests) in try HostileRequests.all().enumerated() {
            // Limits of an account would refuse at once what comes after others.
            let device = try await campus.signIn(viewers.count + 1 + number)
            for hostile in requests {
                var spent: [Double] = []
                for attempt in 0..<Self.tries {
                    let key = "cost-\(costs.count)-\(attempt)"
                    let request = try await prepared(hostile.request, key: key, by: device)
                    let start = ResourceUsage.now.processorSeconds
                    let response = try await answer(request, to: device)
                    spent.append((ResourceUsage.now.processorSeconds - start) * 1_000)
                    status[response.status, default: 0] += 1
                }
                costs.append(CostMatrix.Cost(request: hostile, milliseconds: spent.percentile(50)))
            }
        }
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

    /// Adds the version that a `PUT` replaces, or the key of a `POST`.
    ///
    /// - Parameter key: The `Idempotency-Key`. A key that was sent before would get the first response again.
    private func prepared(_ request: HTTPRequest, key: String, by device: Device) async throws -> HTTPRequest {
        var prepared = request
        if request.method == .put {
            var read = request
            (read.method, read.body) = (.get, Data())
            try prepared.headers.set(.ifMatch, to: try await answer(read, to: device).headers[.etag] ?? "")
        } else if request.method == .post {
            try prepared.headers.set(.idempotencyKey, to: key)
        }
        return prepared
    }

    private func answer(_ request: HTTPRequest, to device: Device) async throws -> HTTPResponse {
        await campus.backend.respond(to: try device.signed(request), origin: device.origin)
    }
}
