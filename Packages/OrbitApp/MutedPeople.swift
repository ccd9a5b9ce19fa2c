import Connections
import Discover
import Foundation
import Meetups
import Observation
import OrbitModels
import Presentation
import Safety

extension SignedInUser {
    /// Has every list leave out what the user has muted, and shows it again when the mute is over.
    @MainActor final class MutedPeople {
        private let mutes: MutesViewModel
        private let log: PersonLog
        /// The mutes that lists were last shown by.
        private var reviewed: [MutedPerson] = []

        init(of mutes: MutesViewModel, on log: PersonLog) {
            self.mutes = mutes
            self.log = log
            log.leaveOut { [weak mutes] list, now in
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
                    self?.review()
                }
            }
        }

        /// Shows all lists again if other people are muted than before. The list of mutes is one of them: it is shown
        /// again, too, and may not cause the next review.
        private func review() {
            guard mutes.muted.known != reviewed else { return }
            reviewed = mutes.muted.known
            log.review()
        }
    }
}

extension MuteSurface {
    /// What a list shows of people; `nil` for lists that mutes leave as they are, such as the people the user is
    /// matched with.
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
