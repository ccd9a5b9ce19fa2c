import Foundation
import Meetups
import OrbitApp
import OrbitModels
import Presentation
import SwiftUI

/// The user's meetups, and the meetups that a filter finds.
struct MeetupsView: View {
    let user: SignedInUser
    @Environment(\.words) private var words
    @State private var searched = ""
    @State private var form: MeetupFormViewModel?

    var body: some View {
        let found = user.meetups
        List {
            waiting
            Section(words(.myMeetups)) {
                PagedRows(user.myMeetups.meetups) { MeetupRow(listing: $0) }
            }
            Section(words(.findMeetups)) {
                DisclosureGroup(words(.kinds)) {
                    Choices(EventType.known) {
                        words($0)
                    } isChosen: {
                        found.filter.eventTypes.contains($0)
                    } toggle: { kind in
                        Task { await found.toggle(kind) }
                    }
                }
                PagedRows(found.meetups) { MeetupRow(listing: $0) }
            }
        }
        .searchable(text: $searched, prompt: words(.search))
        .onSubmit(of: .search) { Task { await search() } }
        .toolbar {
            ToolbarItem(placement: .primaryAction) {
                Button(words(.newMeetup), systemImage: "plus") { form = user.meetupForm() }
            }
        }
        .sheet(isPresented: $form.isPresent) {
            if let form { MeetupFormView(form: form) }
        }
        .task { await user.myMeetups.meetups.load() }
        .task { await found.load() }
        .task { await user.invitations.invitations.load() }
        .task { await user.meetupRequests.requests.load() }
    }

    private func search() async {
        var filter = user.meetups.filter
        filter.text = searched
        await user.meetups.show(filter)
    }

    /// The invitations and requests that wait for the user.
    @ViewBuilder private var waiting: some View {
        let invitations = user.invitations.invitations.known.count
        let requests = user.meetupRequests.requests.known.count
        if invitations > 0 {
            NavigationLink(words(.invitationsWaiting, ["count": .integer(invitations)]), value: AppSheet.invitations)
        }
        if requests > 0 {
            NavigationLink(words(.requestsWaiting, ["count": .integer(requests)]), value: AppSheet.requests)
        }
    }
}

/// A meetup in a list.
struct MeetupRow: View {
    let listing: MeetupListing
    @Environment(\.words) private var words
    @Environment(\.locale) private var locale

    var body: some View {
        let plan = listing.meetup.plan
        NavigationLink(value: AppSheet(listing)) {
            VStack(alignment: .leading) {
                Text(plan.title).font(.headline)
                Text(plan.span.text(in: plan.timeZone, locale))
                if let place = plan.place.name { Text(place) }
                Text("\(words(plan.eventType)) · \(listing.host.profile.name)").font(.caption)
                MeetupStateText(meetup: listing.meetup).font(.caption)
            }
        }
    }
}

/// The attendance of the user, or the status of a meetup that does not take place any more.
struct MeetupStateText: View {
    let meetup: Meetup
    @Environment(\.words) private var words

    var body: some View {
        if meetup.status != .scheduled {
            Text(words(meetup.status))
        } else if meetup.attendance != .unrelated {
            Text(words(meetup.attendance))
        }
    }
}
