import Hummingbird
import HummingbirdCore
import Networking

/// The pages on which the contact of a safety check-in refuses or accepts messages. Mails link to them.
///
/// Opening the link changes nothing, because mail programs open links to scan them. Only the form does.
struct ContactPages: Sendable {
    let responder: BackendResponder

    func add(to router: Router<ServerContext>) {
        router.get("/contacts/{token}") { _, _ in
            HTMLPage(
                title: "Messages about safety check-ins",
                body: """
                    <p>A person who uses Orbit has named you as their contact. If they do not confirm in time that \
                    they are safe, we write to you.</p>
                    <form method="post">
                    <p><button formaction="?choice=refuse">Send me no more messages</button></p>
                    <p><button formaction="?choice=accept">Send me messages again</button></p>
                    </form>
                    """
            ).response
        }
        router.post("/contacts/{token}") { request, context in
            await choose(request, context).response
        }
    }

    private func choose(_ request: Request, _ context: ServerContext) async -> HTMLPage {
        let choice = request.uri.queryParameters["choice"].map { String($0) } ?? ""
        guard ["refuse", "accept"].contains(choice) else { return .notFound }
        let response = await responder.request(
            .post, (before: "/check-in-contacts/", after: "/" + choice), for: request, context)
        switch response?.status {
        case 200 where choice == "refuse":
            return HTMLPage(title: "Done", body: "<p>We will not write to you again.</p>")
        case 200: return HTMLPage(title: "Done", body: "<p>We will write to you if it is necessary.</p>")
        case 404, nil: return .notFound
        case let status?: return .unavailable(status)
        }
    }
}
