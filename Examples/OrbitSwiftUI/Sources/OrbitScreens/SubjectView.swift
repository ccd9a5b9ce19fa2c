import Chat
import OrbitApp
import OrbitModels
import Presentation
import SwiftUI

/// A subject as a page or a sheet. The subject contains identifiers, and this view asks the user for its model.
struct SubjectView: View {
    let subject: AppSheet
    let user: SignedInUser
    @Environment(\.words) private var words

    var body: some View {
        switch subject {
        case .person(let id): PersonView(model: user.sheet(of: id), user: user)
        case .meetup(let id, let code): MeetupView(model: user.meetup(id, link: code?.reveal), user: user)
        case .conversation(let id): FoundConversation(id: id, user: user)
        case .invitations: InvitationsView(model: user.invitations)
        case .requests: RequestsView(model: user.meetupRequests)
        // The screens of ratings and of features from other packages are the reader's.
        case .rating, .feature: ContentUnavailableView(words(.noScreen), systemImage: "rectangle.dashed")
        }
    }
}

/// The conversation with an identifier, which may have to be requested first.
private struct FoundConversation: View {
    let id: ConversationID
    let user: SignedInUser
    @Environment(\.words) private var words
    @State private var model: ConversationViewModel?
    @State private var failure: Failure?

    var body: some View {
        Group {
            if let chat = user.chat, let model {
                ConversationView(model: model, proposals: chat.proposals(in: model), chat: chat, user: user)
            } else if let failure = failure ?? user.unsent.failure {
                FailureText(failure).padding()
            } else {
                ProgressView()
            }
        }
        .task {
            do {
                model = try await user.chat?.conversation(id)
            } catch {
                failure = Failure(error, in: words)
            }
        }
    }
}
