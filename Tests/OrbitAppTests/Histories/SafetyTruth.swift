import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Presentation
import Reputation
import Safety
import TimeAndChance

extension ServerTruth {
    /// Returns descriptions of the differences of ratings, mutes, reports, decisions and standings; empty if all agree.
    func safetyDifferences() async throws -> [String] {
        var found = try await ratingDifferences()
        device.mutes.muted.removeExpired()
        found += try await difference("mutes", device.mutes.muted) {
            try await MuteService(client: device.truth).muted().value.list.elements
        } normalised: { mute in
            var mute = mute
            mute.name = nil  // the name at the time of the mute
            return mute
        }
        let reports = ReportService(client: device.truth)
        found += try await difference("reports", device.reports.reports) {
            try await reports.reports(limit: 100).value.list.elements
        }
        found += try await difference("decisions", device.reports.decisions) {
            try await reports.decisions(limit: 100).value.list.elements
        } normalised: { decision in
            var decision = decision
            // Time alone ends a suspension, without an event.
            if decision.state == .over { decision.state = .inForce }
            return decision
        }
        return try await found + standingDifferences()
    }

    func due() async throws -> [DueRating] {
        try await answers.of(device, "due") {
            try await RatingService(client: device.truth).due(limit: 100).value.list.elements
        }
    }

    private func ratingDifferences() async throws -> [String] {
        let ratings = RatingService(client: device.truth)
        let (due, now) = (device.ratings.due, device.log.time.date)
        due.removeExpired()
        // A rating becomes due at the end of a meetup, without an event.
        let isStill = device.dueComparedAt
        var found = try await difference("due", due) {
            try await self.due()
        } shown: { one in
            isStill.map { one.meetup.endedAt <= $0 } ?? false || due.known.contains(one)
        }
        if due.items.value != nil || device.dueComparedAt != nil {
            await device.ratings.loadDue()
            device.dueComparedAt = now
            found += try await difference("due, loaded again", due) { try await self.due() }
        }
        found += try await difference("given", device.ratings.given) {
            try await ratings.given(limit: 100).value.list.elements
        }
        // Requested in any case, because the transport checks the response for text that must be hidden.
        let received = try await answers.of(device, "received") {
            try await ratings.received(limit: 100).value.list.elements
        }
        return try await found + difference("received", device.ratings.received) { received }
    }

    /// Returns the differences of standings. Changes that result from time alone have no event.
    private func standingDifferences() async throws -> [String] {
        let service = ReputationService(client: device.truth)
        let now = device.log.time.date
        var found: [String] = []
        if let at = device.standingLookedAt {
            if at.addingTimeInterval(60) < now { await device.lookAtOwnStanding() }
            let own = try await answers.of(device, "own standing") { try await service.own().value }
            if let shown = device.standing.reputation.value, shown != own {
                found.append("\(device.name) own standing: \(shown) instead of \(own)")
            }
            // New points have no event. Compares the points up to the newest point of the last request.
            let latest = device.standing.points.known.first?.number ?? 0
            found += try await difference("points", device.standing.points) {
                try await service.points(limit: 100).value.list.elements
            } shown: {
                $0.number <= latest
            }
        }
        for (person, seen) in device.standings.sorted(by: { $0.key < $1.key }) {
            let stands = try await answers.of(device, "standing of \(person)") {
                try? await service.reputation(of: person).value
            }
            let shown = seen.model.reputation.value
            // The log contains no events about people outside the user's lists.
            let isTold = device.heard.hidden.contains(person) || stands != nil && seen.lookedAt == now
            guard isTold, shown != stands else { continue }
            found.append(
                "\(device.name) standing of \(person): \(String(describing: shown)), not \(String(describing: stands))")
        }
        return found
    }
}
