import Observation
import OrbitModels
import Presentation

/// The latest match made on any device. It is removed after the front end has announced it, when it has ended, or when
/// its partner is hidden.
@MainActor @Observable final class LatestMatchTracker: LogFollower {
    private var newestShown: Match?
    private var isHidden = false
    private let log: EventLog
    @ObservationIgnored private var newest: Match?
    @ObservationIgnored private var hasChanged = false

    init(on log: EventLog) {
        self.log = log
        log.attach(self)
    }

    var match: Match? {
        get { isHidden ? nil : newestShown }
        set { newestShown = newValue }
    }

    func apply(_ events: [LogEvent], through position: LogPosition, isOwn: Bool) {
        // The match of the day is shown elsewhere.
        let ofToday = Set(events.compactMap { try? $0.data(MatchOfToday.self).match.id })  // other kinds throw
        for event in events {
            switch event.kind {
            case .matchMade:
                // An unreadable match is not announced, and appears in the list after a reload. A kept match is not
                // announced either, because it is not new: only its time limit was removed.
                guard let made = try? event.data(Match.self), !ofToday.contains(made.id), !made.isKept  // see above
                else { continue }
                newest = made
            case .matchEnded, .personHidden:
                guard let subject = event.subject, subject == (newest ?? newestShown)?.partnerID else { continue }
                newest = nil
            default: continue
            }
            hasChanged = true
        }
    }

    func publish() {
        if hasChanged { newestShown = newest }
        (newest, hasChanged) = (nil, false)
        let isHidden = newestShown.map { log.isHiding($0.partnerID) } ?? false
        if isHidden != self.isHidden { self.isHidden = isHidden }
    }

    func reset() { newestShown = nil }

    func connectionDidRestore() {}
}

extension Match {
    /// Whether the match was made by chance and had a time limit that a poke between the two people removed.
    fileprivate var isKept: Bool { origin == .chance && endsAt == nil }
}
