import Foundation
import Meetups
import Networking
import NotificationScheduling
import OrbitModels
import Presentation
import Reputation
import Safety
import TimeAndChance

@testable import OrbitApp

extension ServerTruth {
    /// Returns descriptions of reminders without a reason, and of missing reminders an hour before a meetup; empty if
    /// all are right.
    func remindersInExcess() async throws -> [String] {
        guard device.reminders.plan != nil else { return [] }  // not all lists were loaded yet
        let now = device.log.time.date
        await device.centre.deliverDue(at: now)
        await device.reminders.refresh()
        let mine = try await self.mine().map(\.meetup)
        let attended = mine.filter { $0.attendance.isAttending && $0.status != .cancelled }
        let requests = try await self.requests().filter { !isMuted($0.person.id, on: .requests) }
        let invitations = try await self.invitations().filter { !isMuted($0.inviter.id, on: .invitations) }
        let due = Set(try await self.due().map { "rating-\($0.meetup.id)" })
        let offered = mine.filter { $0.attendance == .offered && $0.status == .scheduled }
        let open = due.union(
            (attended + offered).map { "meetup-\($0.id)" } + requests.map { "request-\($0.id)" }
                + invitations.map { "invitation-\($0.id)" })
        let begun = Set(mine.filter { $0.plan.span.start <= now }.map { "meetup-\($0.id)" })
        var found: [String] = []
        let pending = await device.centre.pending()
        for one in pending {
            let kind = NotificationIdentifier(rawValue: one.identifier)?.kind
            for subject in one.subjects {
                let isLate = kind != .afterMeetup && kind != .digest && begun.contains(subject.entity)
                guard !open.contains(subject.entity) || isLate else { continue }
                found.append("\(device.name) is reminded by \(one.identifier) at \(String(describing: one.fire))")
            }
        }
        let known = Set(device.myMeetups.meetups.known.map(\.id))
        for meetup in attended where known.contains(meetup.id) {
            let fire = meetup.plan.span.start - 3_600
            guard Int(fire.timeIntervalSince(now)) > 0 else { continue }
            let isPending = pending.contains { one in
                NotificationIdentifier(rawValue: one.identifier)?.kind == .hourBefore
                    && one.subjects.map(\.entity) == ["meetup-\(meetup.id)"]
                    && one.fire.map { abs($0.timeIntervalSince(fire)) < 1 } ?? false
            }
            if !isPending { found.append("\(device.name) is not reminded of \(meetup.id) at \(fire)") }
        }
        return found
    }
}
