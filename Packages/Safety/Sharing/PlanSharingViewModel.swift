public import Foundation
public import Networking
public import Observation
public import OrbitModels
public import Presentation
import TimeAndChance

/// The link with which the user shares the plan of a meetup that they attend. Creates, extends and ends it.
///
/// It also indicates whether a person that the user has blocked attends the meetup.
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
    /// The last link that was created here. The server never sends it again.
    private var made: SharedPlanLink?

    /// Creates a view model that has loaded nothing yet, and that follows `log`.
    ///
    /// - Parameters:
    ///   - meetup: The meetup.
    ///   - service: Sends the requests.
    ///   - server: The server of the links.
    ///   - log: The user's log.
    public init(of meetup: MeetupID, service: SharingService, server: ServerAddress, log: EventLog) {
        meetupID = meetup
        self.service = service
        self.server = server
        time = log.time
        actions = ActionRunner(log: log)
        resource = Resource(.planShare(of: meetup), on: log) { try await service.state(of: meetup) }
        attendance = Resource(.blockedAttendance(at: meetup), on: log) { try await service.blocked(at: meetup) }
    }

    /// The state of the link on the server.
    public var state: LoadState<PlanShare> { resource.state }

    /// The time at which the link was created; `nil` without a link, or if nothing is loaded.
    public var createdAt: Date? { state.value?.createdAt }

    /// The last link that was created here. `nil` once it is hidden here, or once any device of the user has replaced or
    /// ended it.
    public var link: SharedPlanLink? { made.flatMap { $0.share.createdAt == createdAt ? $0 : nil } }

    /// Whether a person that the user has blocked attends. `false` until it is loaded.
    public var isBlockedPersonThere: Bool { attendance.state.value?.isAttended ?? false }

    /// The codes of `Vocabulary.planSharing` to show next to the buttons.
    public var notices: [String] {
        guard state.value != nil else { return [] }
        if link != nil { return ["shown_once", "whoever_has_it"] }
        return createdAt == nil ? ["whoever_has_it"] : ["not_shown_again", "whoever_has_it"]
    }

    /// Returns the time at which the link expires, for a meetup that ends at `end`; `nil` without a link.
    public func endsAt(after end: Date) -> Date? { createdAt == nil ? nil : state.value?.endsAt(after: end) }

    /// Whether a request to create, extend or end the link is in flight.
    public var isWorking: Bool { !actions.inFlight.isEmpty }

    /// The failure of the last action; `nil` once another action starts.
    public var failure: Failure? { actions.failure }

    /// Requests the state of the link, and whether a blocked person attends.
    public func load() async {
        await resource.load()
        await attendance.load()
    }

    /// Creates a link, and shows it in ``link``. The previous link ends at once.
    @discardableResult
    public func makeLink() async -> ActionOutcome {
        await actions.run(meetupID, "share") { key in
            let new = try await service.share(meetupID, key: key)
            made = try SharedPlanLink(new, at: server)
            return [.changed(new.share)]
        }
    }

    /// Changes the expiry of the link. The link then expires `hours` after the end of the meetup, in the range
    /// ``SharingLimits/hours``.
    @discardableResult
    public func extend(to hours: Int) async -> ActionOutcome {
        guard createdAt != nil else { return .skipped }
        return await actions.run(meetupID, "extend \(hours)") { key in
            let share = try await service.extend(meetupID, to: hours, key: key)
            return [.changed(share)]
        }
    }

    /// Ends the link.
    @discardableResult
    public func revoke() async -> ActionOutcome {
        guard state.value == nil || createdAt != nil else { return .skipped }
        let ended = [LogEvent.changed(PlanShare(meetupID: meetupID))]
        return await actions.run(meetupID, "revoke", expecting: ended) { key in
            try await service.revoke(meetupID, key: key)
            return ended
        }
    }

    /// Hides the link, because it was sent or the user leaves the screen. The link remains valid.
    public func hideLink() { made = nil }
}

extension LogEvent {
    fileprivate static func changed(_ share: PlanShare) -> LogEvent {
        LogEvent(.planShareChanged, data: Keyed(share))
    }
}

/// The URL of a shared plan, for a reader without a session. It is a secret, so its description is a placeholder.
public struct SharedPlanLink: Hashable, Sendable {
    /// The URL to send to a person who should know where the user is.
    public let url: URL
    /// The state of the link, as the server has returned it.
    public let share: PlanShare

    /// Creates the URL of a new link.
    ///
    /// - Parameters:
    ///   - new: The new link.
    ///   - server: The server that has created the link.
    /// - Throws: `APIError.invalidRequest` if the token makes no valid URL.
    public init(_ new: NewPlanShare, at server: ServerAddress) throws(APIError) {
        url = try server.url(of: SharingRoutes.read, parameters: ["share_token": new.token.reveal])
        share = new.share
    }
}

extension SharedPlanLink: Redacted {
    /// A placeholder.
    public var description: String { "‹shared plan›" }
}
