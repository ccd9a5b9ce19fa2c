import Chat
import Foundation
import Meetups
import OrbitApp
import OrbitModels
import PageParts
import Presentation
import Validation

/// The form of a new proposal or a counterproposal.
@MainActor enum ProposalFormScreen {
    static func screen(_ visit: PageVisit, _ user: SignedInUser) -> PageScreen {
        guard let chat = user.chat, let model = ChatPages.conversation(visit), model.known != nil else {
            return ConversationScreen.missing(visit, user)
        }
        let list = ChatPages.proposals(in: model, visit, chat)
        let path = PagePath.to("chats", model.id.rawValue, "propose")
        guard let form = list.form else {
            return PageScreen(
                visit.word(.proposeMeetup), tab: .chats,
                content: """
                    \(visit.empty(visit.word(.noProposal), link: (model.title, ChatPages.path(of: model.id.rawValue))))
                    """)
        }
        return PageScreen(
            visit.word(form.counteredID == nil ? .proposeMeetup : .counterProposal), tab: .chats,
            content: visit.form(path, fields(form, list, visit)))
    }

    private static func fields(_ form: ProposalForm, _ list: ProposalsViewModel, _ visit: PageVisit) -> Markup {
        let failures = list.shownFailures
        func problem(_ path: String) -> String? {
            let own = failures.filter { $0.path == path }
            return own.isEmpty ? nil : visit.app.catalogue.message(for: own, in: .proposal)
        }
        let slots = (0..<ChatLimits.slots.upperBound).map { index -> Markup in
            let slot = form.slots.indices.contains(index) ? form.slots[index] : nil
            return """
                <fieldset><legend>\(visit.word(.timeNumber, ["count": .integer(index + 1)]))</legend><div class="row">
                \(visit.field(
                    visit.word(.start), "start-\(index)", text(of: slot?.startsAt, in: form), type: "datetime-local",
                    problem: problem("slots[\(index)].starts_at")))
                \(visit.field(
                    visit.word(.end), "end-\(index)", text(of: slot?.endsAt, in: form), type: "datetime-local",
                    problem: problem("slots[\(index)].ends_at")))
                </div>\(visit.problem(problem("slots[\(index)]"), id: "slot-\(index)"))</fieldset>
                """
        }
        return """
            \(visit.field(
                visit.word(.title), "title", form.title, problem: problem("title"), attributes: " dir=\"auto\""))
            \(visit.field(
                visit.word(.placeName), "place", form.place?.name ?? "", problem: problem("place.name"),
                attributes: " dir=\"auto\""))
            <p class="hint">\(visit.word(.zone)): \(form.timeZone.identifier)</p>
            \(slots)\(visit.problem(problem("slots"), id: "slots"))
            \(visit.failure(list.failure))
            <div class="actions">
            <button name="go" value="send" class="primary"\("disabled", if: list.isSubmitting)>\
            \(visit.word(.sendProposal))</button>
            <button name="go" value="cancel">\(visit.word(.cancel))</button></div>
            """
    }

    /// The time as the field of a browser has it.
    private static func text(of date: Date?, in form: ProposalForm) -> String {
        date.map { MeetupFormScreen.text(of: LocalTimeField($0, in: form.timeZone)) } ?? ""
    }

    /// Copies the fields into the form. A time without an end lasts an hour.
    static func read(_ fields: FormFields, into list: ProposalsViewModel) {
        guard var form = list.form else { return }
        func instant(_ name: String) -> Date? {
            LocalTimeField(MeetupFormPages.time(fields[name])).instant(in: form.timeZone)
        }
        let slots = (0..<ChatLimits.slots.upperBound).compactMap { index -> ProposalSlot? in
            guard let start = instant("start-\(index)") else { return nil }
            return ProposalSlot(
                startsAt: start, endsAt: instant("end-\(index)") ?? start.addingTimeInterval(3_600))
        }
        form.title = fields["title"]
        form.slots = slots
        var place = form.place ?? Place()
        place.name = fields["place"].isEmpty ? nil : fields["place"]
        form.place = place == Place() ? nil : place
        list.form = form
    }
}
