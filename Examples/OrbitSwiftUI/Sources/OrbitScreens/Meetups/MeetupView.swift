import Chat
import Foundation
import Meetups
import OrbitApp
import OrbitModels
import Presentation
import SwiftUI

/// A meetup: its plan, and the actions of a guest or of the host.
struct MeetupView: View {
    let model: MeetupViewModel
    let user: SignedInUser
    @Environment(\.words) private var words
    @Environment(\.locale) private var locale
    @State private var message = ""
    @State private var form: MeetupFormViewModel?

    var body: some View {
        List {
            LoadedContent(model.listing, empty: words(.meetupGone)) { listing in
                facts(of: listing)
                actions(on: listing)
                host(of: listing)
            }
        }
        .navigationTitle(model.listing.value?.meetup.plan.title ?? "")
        .sheet(isPresented: $form.isPresent) {
            if let form { MeetupFormView(form: form) }
        }
        .task { await model.load() }
    }

    private func facts(of listing: MeetupListing) -> some View {
        let (meetup, plan) = (listing.meetup, listing.meetup.plan)
        let place = [plan.place.name, plan.place.room, plan.place.address].compactMap(\.self).joined(separator: ", ")
        return Section {
            MeetupStateText(meetup: meetup)
            LabeledContent(words(.when), value: plan.span.text(in: plan.timeZone, locale))
            LabeledContent(words(.place), value: place)
            LabeledContent(words(.kind), value: words(plan.eventType))
            LabeledContent(words(.people), value: words(.going, ["count": .integer(meetup.goingCount)]))
            if let repetition = model.repetition { LabeledContent(words(.repeats), value: repetition) }
            NavigationLink(value: AppSheet.person(listing.host.id)) {
                LabeledContent(words(.hostedBy), value: listing.host.profile.name)
            }
            if !plan.description.isEmpty { Text(plan.description) }
        }
    }

    private func actions(on listing: MeetupListing) -> some View {
        Section {
            FailureText(model.failure)
            if model.availableActions.contains(.join), listing.meetup.plan.approval == .host {
                TextField(words(.messageToHost), text: $message, axis: .vertical)
            }
            ForEach(model.availableActions, id: \.self) { action in
                ActionButton(model.label(of: action)) { await perform(action) }
                    .disabled(model.isBusy)
            }
            if listing.meetup.attendance.isAttending {
                ActionButton(words(.meetupChat)) {
                    guard let chat = await user.chat?.conversation(of: model.id) else { return }
                    user.navigation.push(.conversation(chat.id))
                }
                FailureText(user.chat?.conversations.failure)
            }
        }
    }

    @ViewBuilder private func host(of listing: MeetupListing) -> some View {
        if model.canHost {
            Section(words(.yourMeetup)) {
                ActionButton(words(.edit)) {
                    let edited = user.meetupForm(editing: listing.id)
                    await edited.load()
                    form = edited
                }
                Menu(words(.cancelMeetup)) {
                    ForEach(CancelReason.known, id: \.self) { reason in
                        ActionButton(words(reason), role: .destructive) { await model.cancel(because: reason) }
                    }
                }
                .disabled(model.isBusy)
            }
        }
    }

    private func perform(_ action: AttendanceAction) async {
        switch action {
        case .join: await model.join(message: message)
        case .leave: await model.leave()
        case .takeOffer: await model.takeOffer()
        case .reconfirm: await model.reconfirm()
        case .checkIn: await model.checkIn()
        default: break
        }
    }
}
