import Foundation
import Networking

/// The delay of others while one account sends the most expensive requests back to back.
extension CampusLoad {
    /// How often others are measured without the account and with it, in turns.
    private static let rounds = 3
    /// The number of requests, the most expensive first, that are sent back to back.
    private static let costliest = 10

    func measureHostile(into report: inout Report) async throws {
        let attacker = try await campus.signIn(viewers.count)
        var costs: [(route: String, request: HTTPRequest, milliseconds: Double)] = []
        var status: [Int: Int] = [:]
        for (route, request) in try HostileRequests.all() {
            var least = Double.infinity
            for _ in 0..<3 {
                let start = ResourceUsage.now.processorSeconds
                let response = try await answer(request, to: attacker)
                least = min(least, (ResourceUsage.now.processorSeconds - start) * 1_000)
                status[response.status, default: 0] += 1
            }
            costs.append((route, request, least))
        }
        costs.sort { $0.milliseconds > $1.milliseconds }
        var (idle, disturbed, sent): ([Double], [Double], Int) = ([], [], 0)
        for _ in 0..<Self.rounds {
            idle += [try await othersWhile { try await clock.sleep(for: .seconds(Self.span)) }.percentile(99)]
            disturbed += [
                try await othersWhile {
                    let end = clock.uptime + .seconds(Self.span)
                    while clock.uptime < end {
                        _ = try await answer(costs[sent % Self.costliest].request, to: attacker)
                        sent += 1
                    }
                }.percentile(99)
            ]
        }
        report.add("hostile_requests", costs.count)
        report.add("others_idle_p99_ms", idle.percentile(50), digits: 2)
        report.add("others_p99_ms", disturbed.percentile(50), digits: 2)
        report.add("worst_body_ms", costs.first?.milliseconds ?? 0, digits: 2)
        report.add("worst_route", costs.first?.route ?? "")
        report.add("median_body_ms", costs.map(\.milliseconds).percentile(50), digits: 2)
        report.add("hostile_per_s", Double(sent) / Double(Self.rounds) / Self.span, digits: 0)
        report.add("accepted", status[200, default: 0] + status[201, default: 0])
        report.add("refused_5xx", status.filter { $0.key >= 500 }.values.reduce(0, +))
    }

    private func answer(_ request: HTTPRequest, to device: Device) async throws -> HTTPResponse {
        await campus.backend.respond(to: try device.signed(request), origin: device.origin)
    }
}
