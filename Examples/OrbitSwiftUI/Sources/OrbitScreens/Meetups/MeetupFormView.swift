import Foundation
import Meetups
import OrbitModels
import Presentation
import SwiftUI

/// The form of a new or edited meetup.
struct MeetupFormView: View {
    @Bindable var form: MeetupFormViewModel
    @Environment(\.dismiss) private var dismiss
    @Environment(\.words) private var words

    var body: some View {
        NavigationStack {
            Form {
                plan
                times
                place
                rules
                FailureText(form.failure)
            }
            .navigationTitle(words(form.saved == nil ? .newMeetup : .editMeetup))
            .toolbar {
                ToolbarItem(placement: .cancellationAction) {
                    Button(words(.cancel)) { dismiss() }
                }
                ToolbarItem(placement: .confirmationAction) {
                    ActionButton(words(.save)) {
                        if await form.save() == .done { dismiss() }
                    }
                    .disabled(form.isBusy)
                }
            }
        }
    }

    private var plan: some View {
        Section {
            FormField(words(.title), text: $form.draft.entry.title, problem: form.message(for: "title"))
            Picker(words(.kind), selection: $form.draft.entry.eventType) {
                Text("–").tag(EventType?.none)
                ForEach(EventType.known, id: \.self) { Text(words($0)).tag(EventType?.some($0)) }
            }
            ProblemText(form.message(for: "event_type"))
            FormField(
                words(.description), text: $form.draft.entry.description, isLong: true,
                problem: form.message(for: "description"))
        }
    }

    private var times: some View {
        Section {
            OptionalDate(words(.start), date: $form.draft.startDate)
            ProblemText(form.message(for: "time") ?? form.draft.start.warning(in: form.draft.zone)?.message(in: words))
            OptionalDate(words(.end), date: $form.draft.endDate)
            ProblemText(
                form.message(for: "end_time") ?? form.draft.end.warning(in: form.draft.zone)?.message(in: words))
        } footer: {
            Text(form.draft.zone.identifier)
        }
        .environment(\.timeZone, form.draft.zone)
    }

    private var place: some View {
        Section(words(.place)) {
            FormField(
                words(.placeName), text: $form.draft.entry.place.name.text,
                problem: form.message(for: "place.name") ?? form.message(for: "place"))
            FormField(
                words(.address), text: $form.draft.entry.place.address.text,
                problem: form.message(for: "place.address"))
            FormField(words(.room), text: $form.draft.entry.place.room.text, problem: form.message(for: "place.room"))
        }
    }

    private var rules: some View {
        Section {
            TextField(words(.capacity), value: $form.draft.entry.capacity, format: .number)
            ProblemText(form.message(for: "capacity"))
            Picker(words(.visibleTo), selection: $form.draft.entry.visibility) {
                ForEach(MeetupVisibility.known, id: \.self) { Text(words($0)).tag($0) }
            }
            ProblemText(form.message(for: "visibility"))
            Picker(words(.approval), selection: $form.draft.entry.approval) {
                ForEach(MeetupApproval.known, id: \.self) { Text(words($0)).tag($0) }
            }
            Toggle(words(.reconfirm), isOn: $form.draft.entry.asksToReconfirm)
        } footer: {
            Text(words(.capacityHint))
        }
    }
}
