import Connections
import Discover
import Foundation
import Meetups
import Observation
import OrbitModels
import Presentation
import Safety

extension SignedInUser {
    /// A filter that hides muted content in the lists that mutes affect, and shows it again when the mute ends.
    @MainActor final class MuteFilter {
        private let mutes: MutesViewModel
        private let log: EventLog
        /// The mutes when the lists were last shown.
        private var applied: [MutedPerson] = []

        init(of mutes: MutesViewModel, on log: EventLog) {
            self.mutes = mutes
            self.log = log
            log.setExclusionFilter { [weak mutes] list, now in
                guard let mutes, let surface = MuteSurface(showing: list) else { return [] }
                return mutes.people(on: surface, at: now)
            }
            follow()
        }

        private func follow() {
            withObservationTracking {
                _ = mutes.muted.known
            } onChange: { [weak self] in
                Task { @MainActor in
                    self?.follow()
                    self?.reapply()
                }
            }
        }

        /// Shows all lists again if the mutes have changed. The list of mutes is shown again too, and must not cause
        /// the next application of the filter.
        private func reapply() {
            guard mutes.muted.known != applied else { return }
            applied = mutes.muted.known
            log.reapplyExclusionFilter()
        }
    }
}

extension MuteSurface {
    /// Creates the surface that a list belongs to; `nil` for lists that mutes do not change, such as the user's
    /// matches.
    init?(showing list: ListName) {
        switch list {
        case .discover, .suggestedMeetups, .suggestedPeople: self = .suggestions
        case .incomingPokes: self = .pokes
        case .meetupPosts: self = .posts
        case .meetupInvitations: self = .invitations
        case .meetupRequests: self = .requests
        default: return nil
        }
    }
}
