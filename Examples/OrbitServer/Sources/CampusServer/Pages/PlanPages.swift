import Foundation
import Hummingbird
import HummingbirdCore
import Networking
import OrbitModels
import Safety

/// The page of a shared plan, for a person without an account.
struct PlanPages: Sendable {
    let responder: BackendResponder

    func add(to router: Router<ServerContext>) {
        router.get("/plans/{token}") { request, context in
            await page(request, context).response
        }
    }

    private func page(_ request: Request, _ context: ServerContext) async -> HTMLPage {
        let response = await responder.request(.get, (before: "/shared-plans/", after: ""), for: request, context)
        guard let response, response.status != 404 else { return .notFound }
        guard response.status == 200,
            let envelope = try? OrbitJSON.decoder.decode(Envelope<Keyed<SharedPlan>>.self, from: response.body),
            case .success(let plan) = envelope
        else { return .unavailable(response.status == 200 ? 500 : response.status) }
        return Self.page(of: plan.value)
    }

    /// Returns the page of a plan. It names no attendee except the person who shares it.
    static func page(of plan: SharedPlan) -> HTMLPage {
        let zone = TimeZone(identifier: plan.timeZone) ?? .gmt
        var rows: [HTML] = plan.status == .cancelled ? ["<dt>Status</dt><dd>Cancelled</dd>"] : []
        rows += [
            "<dt>Begins</dt><dd>\(time(plan.start, in: zone))</dd>",
            "<dt>Ends</dt><dd>\(time(plan.end, in: zone))</dd>",
        ]
        if let place = plan.place { rows.append("<dt>Place</dt><dd dir=\"auto\">\(text(of: place))</dd>") }
        if let date = plan.safeAt { rows.append("<dt>Reported safe</dt><dd>\(time(date, in: zone))</dd>") }
        return HTMLPage(
            title: "\(plan.name): \(plan.title)",
            body: """
                <dl>
                \(HTML.lines(rows))
                </dl>
                <p>This page exists until \(time(plan.endsAt, in: zone)).</p>
                """)
    }

    private static func text(of place: Place) -> String {
        [place.name, place.room, place.address].compactMap { $0 }.joined(separator: ", ")
    }

    /// Returns a date and time with its zone, such as `Friday, 15 January 2027, 18:00 (America/New_York)`.
    private static func time(_ date: Date, in zone: TimeZone) -> HTML {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_GB")
        formatter.timeZone = zone
        formatter.dateFormat = "EEEE, d MMMM yyyy, HH:mm"
        return """
            <time datetime="\(date.ISO8601Format())">\(formatter.string(from: date)) (\(zone.identifier))</time>
            """
    }
}
