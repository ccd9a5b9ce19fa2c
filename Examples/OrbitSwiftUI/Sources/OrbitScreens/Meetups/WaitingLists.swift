import Foundation
import Meetups
import OrbitApp
import OrbitModels
import Presentation
import SwiftUI

/// The invitations that wait for the user's reply.
struct InvitationsView: View {
    let model: InvitationsViewModel
    @Environment(\.words) private var words
    @Environment(\.locale) private var locale

    var body: some View {
        List {
            FailureText(model.failure)
            PagedRows(model.invitations) { invitation in
                NavigationLink(value: AppSheet.meetup(invitation.meetup.id)) {
                    VStack(alignment: .leading) {
                        Text(invitation.meetup.plan.title).font(.headline)
                        Text(invitation.meetup.plan.span.text(in: invitation.meetup.plan.timeZone, locale))
                        Text(invitation.inviter.profile.name)
                    }
                }
                HStack {
                    ForEach(InvitationReply.known.filter { $0 != .pending }, id: \.self) { reply in
                        ActionButton(words(reply)) { await model.reply(to: invitation, reply) }
                    }
                }
                .buttonStyle(.borderless)
                .disabled(model.inFlight.contains(invitation.id))
            }
        }
        .navigationTitle(words(.invitations))
        .task { await model.invitations.load() }
    }
}

/// The requests to attend that wait for the user's decision.
struct RequestsView: View {
    let model: MeetupRequestsViewModel
    @Environment(\.words) private var words

    var body: some View {
        List {
            FailureText(model.failure)
            PagedRows(model.requests) { request in
                NavigationLink(value: AppSheet.person(request.person.id)) {
                    VStack(alignment: .leading) {
                        Text(request.person.profile.name).font(.headline)
                        Text(request.meetupTitle)
                        if !request.request.message.isEmpty { Text(request.request.message) }
                    }
                }
                HStack {
                    ActionButton(words(.letIn)) { await model.approve(request) }
                    ActionButton(words(.decline)) { await model.decline(request) }
                }
                .buttonStyle(.borderless)
                .disabled(model.inFlight.contains(request.id))
            }
        }
        .navigationTitle(words(.requests))
        .task { await model.requests.load() }
    }
}
