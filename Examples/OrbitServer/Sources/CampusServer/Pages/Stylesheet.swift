import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore

/// The style of all pages, for screens from 320 pixels and for both colour schemes.
///
/// The page has the colours of the browser, whose contrast people can raise in their settings. Buttons are at least 44
/// pixels high (WCAG 2.5.5), and lines have at most 36 em.
enum Stylesheet {
    static let path = "/pages.css"

    static func add(to router: Router<ServerContext>) {
        router.get(RouterPath(path)) { _, _ in
            Response(
                status: .ok,
                headers: [.contentType: "text/css; charset=utf-8", .cacheControl: "public, max-age=3600"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
        }
    }

    private static let text = """
        :root { color-scheme: light dark; }
        body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; }
        main { max-width: 36em; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere; }
        h1 { font-size: 1.5rem; line-height: 1.25; }
        dt { font-weight: bold; }
        dd { margin: 0 0 0.75rem; }
        button { box-sizing: border-box; width: 100%; max-width: 20rem; min-height: 44px; padding: 0.5rem 1rem; \
        font: inherit; }

        """
}
