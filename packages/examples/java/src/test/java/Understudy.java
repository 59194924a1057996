import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Understudy in JUnit 5: one server for all tests of a run, ended with it. {@code @ExtendWith(Understudy.class)}. */
public class Understudy implements BeforeAllCallback {
  static final ObjectMapper JSON = new ObjectMapper();
  static final HttpClient HTTP = HttpClient.newHttpClient();

  /** What the server says of itself: its {@code url}, its {@code control} plane, credentials. */
  static JsonNode description;

  @Override
  public synchronized void beforeAll(ExtensionContext context) throws IOException {
    if (description != null) return;
    String command = System.getenv().getOrDefault("UNDERSTUDY", "npx --yes api-understudy");
    List<String> args = new ArrayList<>(List.of(command.split(" ")));
    args.addAll(List.of("start", "--port", "0", "--json", "--clock", "manual", "--exit-with-parent"));
    // Standard input is a pipe that closes with this process, however it ends, and the server goes with it.
    Process server = new ProcessBuilder(args).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    description = JSON.readTree(server.inputReader().readLine());
  }

  /** A world for a test alone, with its own data and clock. @return its base URL */
  static String sandbox(String name) throws Exception {
    String body = "{\"name\": \"" + name + "\", \"clock\": \"manual\"}";
    return JSON.readTree(post(description.get("control").asText() + "/sandboxes", "application/json", body)).get("url").asText();
  }

  static String post(String url, String type, String body) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create(url)).header("content-type", type)
        .POST(HttpRequest.BodyPublishers.ofString(body)).build();
    return HTTP.send(request, BodyHandlers.ofString()).body();
  }
}
