public import Foundation
public import Networking
public import Observation
public import OrbitModels
public import Presentation
import TimeAndChance

/// The link by which the user shares the plan of a meetup that they attend: made, shown once, extended and ended; and
/// whether a person they have blocked attends it too.
///
/// ```swift
/// await sharing.load()
/// await sharing.makeLink()
/// if let link = sharing.link { copy(link.url) }
/// sharing.hideLink()
/// ```
@MainActor @Observable public final class PlanSharingViewModel {
    /// The meetup.
    public let meetupID: MeetupID

    private let resource: Resource<PlanShare>
    private let attendance: Resource<BlockedAttendance>
    private let service: SharingService
    private let server: ServerAddress
    private let actions: ActionRunner<MeetupID>
    private let time: any TimeSource
    /// What was made here.
    private var made: SharedPlanLink?

    /// Creates a view model that has loaded nothing yet, and that follows `log`.
    ///
    /// - Parameter server: where the links lead.
    public init(of meetup: MeetupID, service: SharingService, server: ServerAddress, log: PersonLog) {
        meetupID = meetup
        self.service = service
        self.server = server
        time = log.time
        actions = ActionRunner(log: log)
        resource = Resource(.planShare(of: meetup), on: log) { try await service.state(of: meetup) }
        attendance = Resource(.blockedAttendance(at: meetup), on: log) { try await service.blocked(at: meetup) }
    }

    /// What the server has.
    public var state: LoadState<PlanShare> { resource.state }

    /// Since when there is a link; `nil` if there is none, as far as is known.
    public var since: Date? { state.value?.createdAt }

    /// The link that was made here last, until it is hidden, replaced or ended, on whichever device.
    public var link: SharedPlanLink? { made.flatMap { $0.share.createdAt == since ? $0 : nil } }

    /// Whether a person the user has blocked attends, as far as is known.
    public var isBlockedPersonThere: Bool { attendance.state.value?.isAttended ?? false }

    /// The codes of `Vocabulary.planSharing` to say beside the buttons.
    public var notices: [String] {
        guard state.value != nil else { return [] }
        if link != nil { return ["shown_once", "whoever_has_it"] }
        return since == nil ? ["whoever_has_it"] : ["not_shown_again", "whoever_has_it"]
    }

    /// When the link ends, of a meetup that ends then; `nil` without one.
    public func endsAt(after end: Date) -> Date? { since == nil ? nil : state.value?.endsAt(after: end) }

    /// Whether the link is being made, extended or ended.
    public var isWorking: Bool { !actions.inFlight.isEmpty }

    /// What went wrong last, until the next attempt.
    public var failure: Failure? { actions.failure }

    /// Asks whether there is a link, and whether a blocked person attends.
    public func load() async {
        await resource.load()
        await attendance.load()
    }

    /// Makes a link, and shows it in ``link``. The one before ends at once.
    @discardableResult
    public func makeLink() async -> ActionOutcome {
        await actions.run(meetupID, "share") { key in
            let new = try await service.share(meetupID, key: key)
            made = try SharedPlanLink(new, at: server)
            return [.changed(new.share)]
        }
    }

    /// Has the link end so many hours after the meetup, ``SharingLimits/hours``.
    @discardableResult
    public func extend(to hours: Int) async -> ActionOutcome {
        guard since != nil else { return .skipped }
        return await actions.run(meetupID, "extend \(hours)") { key in
            let share = try await service.extend(meetupID, to: hours, key: key)
            return [.changed(share)]
        }
    }

    /// Ends the link.
    @discardableResult
    public func revoke() async -> ActionOutcome {
        guard state.value == nil || since != nil else { return .skipped }
        let ended = [LogEvent.changed(PlanShare(meetupID: meetupID))]
        return await actions.run(meetupID, "revoke", expecting: ended) { key in
            try await service.revoke(meetupID, key: key)
            return ended
        }
    }

    /// Forgets the link: it was sent, or the screen is left. It goes on to work.
    public func hideLink() { made = nil }
}

extension LogEvent {
    fileprivate static func changed(_ share: PlanShare) -> LogEvent {
        LogEvent(.planShareChanged, data: Named(share))
    }
}

/// Where the plan of a meetup can be read without a session. It is a secret, so it never describes itself.
public struct SharedPlanLink: Hashable, Sendable {
    /// To be sent to a person who should know where the user is.
    public let url: URL
    /// What the server has made.
    public let share: PlanShare

    /// - Parameter server: the one that has made the link.
    /// - Throws: `APIError.invalidRequest` if the token makes no address.
    public init(_ new: NewPlanShare, at server: ServerAddress) throws(APIError) {
        url = try server.url(of: SharingRoutes.read, parameters: ["share_token": new.token.reveal])
        share = new.share
    }
}

extension SharedPlanLink: Redacted {
    /// A placeholder.
    public var description: String { "‹shared plan›" }
}
