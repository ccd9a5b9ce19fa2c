import Foundation
import Meetups
import Networking
import OrbitModels

/// The requests of a host about series of the maximum length. The host changes a series until a limit refuses the
/// change. Then the host cancels the series and plans another, as often as limits allow.
struct HostileSeries {
    private enum Step {
        case change, cancel, plan
    }

    private let requests: AcceptedRequests
    /// The first occurrences of series that are not cancelled.
    private var hosted: [String]
    private var step = Step.change
    private var mayPlan = true
    private var number = 0

    init(_ hosted: [String], requests: AcceptedRequests) {
        (self.hosted, self.requests) = (hosted, requests)
    }

    /// - Returns: The next request, or `nil` if no request is left.
    mutating func next() throws -> HostileRequest? {
        guard mayPlan || !hosted.isEmpty else { return nil }
        if step == .plan || hosted.isEmpty {
            step = .plan
            return try requests.accept(.post, "/meetups", "series", tries: 1) { _ in
                try requests.json(requests.largestSeries(number))
            }
        }
        number += 1
        let first = Array(hosted.prefix(1))
        if step == .change {
            return try requests.accept(
                .patch, "/meetups/{meetup_id}", "series", query: "?scope=following", about: first
            ) { _ in try requests.json(requests.largestEntry(number)) }
        }
        return try requests.accept(.post, "/meetups/{meetup_id}/cancel", "series", about: first) { _ in
            try requests.json(CancelMeetupRequest(reason: .weather, scope: .following))
        }
    }

    /// - Parameter response: The response to the latest request of ``next()``.
    mutating func receive(_ response: HTTPResponse) throws {
        let isAccepted = response.status == 200
        switch step {
        case .change:
            if !isAccepted { step = .cancel }
        case .cancel:
            hosted = Array(hosted.dropFirst())
            step = mayPlan ? .plan : .change
        case .plan:
            mayPlan = isAccepted
            step = .change
            guard isAccepted else { return }
            let listing = try OrbitJSON.decoder.decode(Envelope<MeetupListing>.self, from: response.body)
            if case .success(let series) = listing { hosted.append(series.id.rawValue) }
        }
    }
}
