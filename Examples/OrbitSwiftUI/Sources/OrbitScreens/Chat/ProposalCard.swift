import Chat
import Foundation
import OrbitApp
import OrbitModels
import Presentation
import Profiles
import SwiftUI
import Validation

/// A proposal to meet, with its times. A person who can answer chooses one of them.
struct ProposalCard: View {
    let proposal: Proposal
    let model: ProposalsViewModel
    let user: SignedInUser
    @Environment(\.words) private var words
    @Environment(\.locale) private var locale

    var body: some View {
        let state = model.state(of: proposal)
        let isMine = proposal.proposerID == user.profile.saved.value?.userID
        GroupBox(proposal.title) {
            VStack(alignment: .leading) {
                Text(words(state)).font(.caption)
                if let place = proposal.place?.name { Text(place) }
                ForEach(proposal.acceptedSlot.map { [$0] } ?? proposal.slots, id: \.self) { slot in
                    Text(slot.span?.text(in: proposal.timeZone, locale) ?? "")
                    if state.isOpen, !isMine {
                        ActionButton(words(.accept)) { await model.accept(proposal, startingAt: slot.startsAt) }
                    }
                }
                if state.isOpen, isMine {
                    ActionButton(words(.withdraw), role: .destructive) { await model.withdraw(proposal) }
                }
                if state.isOpen, !isMine {
                    Button(words(.counterProposal)) { model.beginCounter(to: proposal) }
                    ActionButton(words(.decline)) { await model.decline(proposal) }
                }
                if let meetup = proposal.meetupID {
                    Button(words(.meetup)) { user.navigation.push(.meetup(meetup)) }
                }
            }
            .disabled(model.inFlight.contains(proposal.id))
        }
    }
}

/// The form of a proposal or a counterproposal.
struct ProposalFormView: View {
    @Bindable var model: ProposalsViewModel
    @Environment(AppModel.self) private var app
    @Environment(\.words) private var words
    @Environment(\.locale) private var locale
    /// The start of the time to add; `nil` until the user opens the picker.
    @State private var start: Date?

    var body: some View {
        NavigationStack {
            Form {
                if let form = Binding($model.form) { fields(form) }
            }
            .navigationTitle(words(.proposeMeetup))
            .toolbar {
                ToolbarItem(placement: .cancellationAction) {
                    Button(words(.cancel)) { model.form = nil }
                }
                ToolbarItem(placement: .confirmationAction) {
                    ActionButton(words(.send)) { await model.submit() }
                        .disabled(model.isSubmitting)
                }
            }
        }
    }

    @ViewBuilder private func fields(_ form: Binding<ProposalForm>) -> some View {
        Section {
            FormField(words(.title), text: form.title)
            ForEach(model.shownFailures, id: \.self) { failure in
                ProblemText(app.catalogue.message(for: failure, in: .proposal))
            }
            FailureText(model.failure)
        }
        Section {
            ForEach(form.wrappedValue.slots, id: \.self) { slot in
                HStack {
                    Text(slot.span?.text(in: form.wrappedValue.timeZone, locale) ?? "")
                    Button(words(.remove), role: .destructive) {
                        form.wrappedValue.removeSlot(startingAt: slot.startsAt)
                    }
                }
            }
            OptionalDate(words(.start), date: $start)
            if let start {
                Button(words(.add)) {
                    // The form offers meetings of an hour.
                    form.wrappedValue.add(ProposalSlot(startsAt: start, endsAt: start.addingTimeInterval(3_600)))
                }
            }
        }
    }
}
