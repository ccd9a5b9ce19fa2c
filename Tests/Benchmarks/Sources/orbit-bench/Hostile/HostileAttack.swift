import Foundation
import Meetups
import Networking
import OrbitModels

/// The requests that an account sends back to back, with accepted and refused requests in turn.
///
/// A request is no longer sent once its limit has responded with status 429. The following requests are distributed
/// over the rest. Invitations and pages are sent until the end: invitations beyond their limit keep status 200, and
/// pages have no limit. Refused requests replace the requests about series once no series can be changed, cancelled or
/// planned.
struct HostileAttack {
    /// An invitation beyond its limit is refused for each person, and the status remains 200.
    static let invitations = "/meetups/{meetup_id}/invitations"
    /// The number of refused bodies, the costliest first.
    private static let refusals = 10
    /// The number of accepted requests beside those of ``HostileAttacker/accepted(photoBytes:)``, the costliest first.
    private static let others = 3

    private let load: CampusLoad
    private let device: BenchmarkDevice
    /// Requests that no limit has refused yet, and the number of times that each was sent.
    private var remaining: [(request: HostileRequest, count: Int)]
    private let refusals: [HostileRequest]
    private var series: HostileSeries
    /// The number of all requests.
    private(set) var sent = 0
    /// The number of accepted requests by route.
    private(set) var accepted: [String: Int] = [:]
    /// The number of refused requests by route.
    private(set) var refused: [String: Int] = [:]

    /// - Parameter costs: The costs of ``HostileRequests/all(in:)`` in the measured world, in the same order.
    init(
        of attacker: HostileAttacker, on load: CampusLoad, costs: some Sequence<CostMatrix.Cost>, photoBytes: Int
    ) throws {
        let own = zip(costs, try HostileRequests.all(in: attacker.world))
            .filter { cost, _ in cost.request.sender == nil }
            .sorted { $0.0.milliseconds > $1.0.milliseconds }
        func costliest(_ count: Int, areAccepted: Bool) -> [HostileRequest] {
            own.filter { cost, _ in cost.isAccepted == areAccepted }.prefix(count).map { _, request in request }
        }
        let kinds = try attacker.accepted(photoBytes: photoBytes) + costliest(Self.others, areAccepted: true)
        remaining = kinds.map { request in (request: request, count: 0) }
        refusals = costliest(Self.refusals, areAccepted: false)
        series = HostileSeries(attacker.series, requests: AcceptedRequests(world: attacker.world))
        (self.load, device) = (load, attacker.device)
    }

    /// Sends the next request, and counts it.
    mutating func sendNext() async throws {
        let number = sent / 2
        guard sent % 2 == 0 else { return try await sendRefusal(number) }
        // The requests about series take one turn together, like each other request.
        let place = number % (remaining.count + 1)
        if place < remaining.count {
            let (request, count) = remaining[place]
            remaining[place].count += 1
            let response = try await send(request, inTry: count)
            if response.status == 429 { remaining.remove(at: place) }
        } else if let request = try series.next() {
            let response = try await send(request, inTry: 0)
            try series.receive(response)
        } else {
            try await sendRefusal(number)
        }
    }

    private mutating func sendRefusal(_ number: Int) async throws {
        _ = try await send(refusals[number % refusals.count], inTry: 0)
    }

    private mutating func send(_ hostile: HostileRequest, inTry number: Int) async throws -> HTTPResponse {
        let request = hostile.requests[number % hostile.requests.count]
        let next = try await load.prepared(request, key: "attack-\(sent)", by: device)
        let response = try await load.answer(next, to: device)
        sent += 1
        if try Self.accepts(response, to: hostile) {
            accepted[hostile.route, default: 0] += 1
        } else {
            refused[hostile.route, default: 0] += 1
        }
        return response
    }

    private static func accepts(_ response: HTTPResponse, to hostile: HostileRequest) throws -> Bool {
        guard (200..<300).contains(response.status) else { return false }
        guard hostile.route == "POST \(invitations)" else { return true }
        let people = try OrbitJSON.decoder.decode(Envelope<InvitedPeople>.self, from: response.body)
        guard case .success(let answer) = people else { return false }
        return !answer.invited.elements.isEmpty
    }
}
